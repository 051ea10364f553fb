/** Writes allow rules that a person agreed to into the workspace's local settings, the file that belongs to this machine alone. */
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Diagnostic, messageOf } from "../engine/index.ts";
import { withFileLock } from "../platform/index.ts";
import { addAllowRules } from "./add-allow-rules.ts";
import { excludeFromGit } from "./exclude-from-git.ts";
import { MAX_SETTINGS_BYTES } from "./settings.ts";
import { replaceFile } from "./tools/replace-file.ts";
import { errorCode, realPathOf } from "./workspace-paths.ts";

/** Below the root of the workspace. */
const LOCAL_SETTINGS = ".skillful/settings.local.json";

export type SavedRules =
  /** `note`: what the person should know besides, such as how the file is kept out of git. */
  | { readonly kind: "saved"; readonly note?: string }
  /** Nothing was changed. */
  | { readonly kind: "failed"; readonly message: string; readonly hint?: string };

/** The file that answers are kept in, of a workspace root. Absolute. */
export function localSettingsPath(root: string): string {
  return join(root, LOCAL_SETTINGS);
}

/**
 * Adds the rules under a lock, and replaces the file in one step: after a failure or a kill it is the old one, whole. A file
 * that cannot be understood is left as it is. A new file is kept out of git without touching a file that git tracks. Never rejects.
 */
export async function saveAllowRules(root: string, rules: readonly string[]): Promise<SavedRules> {
  const path = localSettingsPath(root);
  try {
    // Of a linked file the target is replaced, not the link.
    const real = await realPathOf(path);
    await mkdir(dirname(real), { recursive: true });
    return await withFileLock(real, async () => {
      const before = await readIfPresent(real);
      const edited = addAllowRules(before, { rules, path });
      switch (edited.kind) {
        case "invalid":
          return fromDiagnostic(edited.diagnostic);
        case "unchanged":
          return { kind: "saved" };
        case "changed":
          if (Buffer.byteLength(edited.text) > MAX_SETTINGS_BYTES) {
            return { kind: "failed", message: `${path} would become too large to be read` };
          }
          await replaceFile(real, edited.text);
          return before === undefined ? saved(await excludeFromGit(root, LOCAL_SETTINGS)) : { kind: "saved" };
        default:
          return edited satisfies never;
      }
    });
  } catch (error) {
    const reason = errorCode(error) ?? messageOf(error);
    return { kind: "failed", message: `${path} cannot be written (${reason})`, hint: "Check its permissions." };
  }
}

function saved(note: string | undefined): SavedRules {
  return { kind: "saved", ...(note !== undefined && { note }) };
}

function fromDiagnostic({ path, line, column, message, hint }: Diagnostic): SavedRules {
  const place = line === undefined ? path : `${path}:${line}:${column ?? 1}`;
  return { kind: "failed", message: `${place}: ${message}`, ...(hint !== undefined && { hint }) };
}

/** Rejects for bytes that are not UTF-8: written back they would be others. */
async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
