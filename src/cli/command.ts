/** What the user asked the program to do: the parsed command line as one union. */
import type { LintFormat } from "./lint-report.ts";
import type { SessionFlags } from "./session-flags.ts";

export const INPUT_FORMATS = ["text", "stream-json"] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export const OUTPUT_FORMATS = ["text", "json", "stream-json"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export type RemoteAction = "list" | "update" | "approve" | "revoke";

export type Command =
  /** No `-p`: an interactive session, or what stands in for it where there is no terminal. */
  | { readonly kind: "session"; readonly message?: string; readonly flags: SessionFlags }
  | {
      readonly kind: "print";
      /** Absent when the message comes from standard input. */
      readonly message?: string;
      readonly inputFormat: InputFormat;
      readonly outputFormat: OutputFormat;
      readonly flags: SessionFlags;
    }
  | { readonly kind: "skills-list"; readonly all: boolean; readonly json: boolean; readonly flags: SessionFlags }
  | {
      readonly kind: "skills-show";
      readonly name: string;
      readonly args: string;
      readonly json: boolean;
      readonly flags: SessionFlags;
    }
  | { readonly kind: "skills-explain"; readonly target: string; readonly json: boolean; readonly flags: SessionFlags }
  /** The workspace is the directory of `flags.cwd`. */
  | { readonly kind: "trust"; readonly action: "add" | "revoke" | "list" | "show"; readonly flags: SessionFlags }
  | { readonly kind: "doctor"; readonly json: boolean; readonly flags: SessionFlags }
  | {
      readonly kind: "skills-lint";
      /** As typed; none: every skill that a session would see. */
      readonly paths: readonly string[];
      readonly format: LintFormat;
      readonly portable: boolean;
      readonly flags: SessionFlags;
    }
  | {
      readonly kind: "skills-new";
      readonly name: string;
      readonly description?: string;
      /** Into the person's own skills instead of the workspace's. */
      readonly user: boolean;
      readonly flags: SessionFlags;
    }
  | {
      readonly kind: "skills-remote";
      readonly action: RemoteAction;
      /** Origins for `update`, skills for `approve` and `revoke`; none means all origins. */
      readonly names: readonly string[];
      readonly json: boolean;
      readonly flags: SessionFlags;
    }
  /** Help or version: text to print, nothing to run. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "usage-error"; readonly message: string; readonly hint: string };
