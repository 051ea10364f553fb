/** The options that every command shares, as values: what the command line says about the session to open. */
import type { Effort } from "../engine/index.ts";

export const PERMISSION_MODES = ["default", "accept-edits", "dont-ask", "bypass"] as const;
export type PermissionModeFlag = (typeof PERMISSION_MODES)[number];

export const SANDBOX_MODES = ["auto", "on", "off"] as const;
export type SandboxModeFlag = (typeof SANDBOX_MODES)[number];

export interface SessionFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly effort?: Effort;
  /** As typed; relative to the directory the program was started in. */
  readonly cwd?: string;
  readonly addDirs: readonly string[];
  readonly permissionMode?: PermissionModeFlag;
  readonly sandbox?: SandboxModeFlag;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  /** True: the workspace is trusted for this run. */
  readonly trust: boolean;
  /** Files or JSON text, later ones win over earlier ones. */
  readonly settings: readonly string[];
  readonly maxSteps?: number;
  readonly debug: boolean;
  readonly logFile?: string;
}
