/** Knows the files through which a write takes power over later commands: always asked about before they are written. */
import { basename, sep } from "node:path";
import { foldWindowsName } from "./fold-file-name.ts";
import { mayMeet, segmentsMayMeet } from "./glob-overlap.ts";

/** Names of directories that are protected wherever they lie, with everything in them. Lower case. */
export const PROTECTED_DIRECTORIES: ReadonlySet<string> = new Set([
  ".git",
  ".claude",
  ".agents",
  ".skillful",
  ".ssh",
  ".vscode",
  ".idea",
  ".husky",
  ".cargo",
  ".devcontainer",
  ".yarn",
  ".mvn",
]);

/** What Windows also calls them: `.git` is `GIT~1`. */
const SHORT_NAMES: ReadonlySet<string> = new Set(
  [...PROTECTED_DIRECTORIES].flatMap((name) => [1, 2, 3, 4].map((at) => `${name.slice(1, 7)}~${at}`)),
);

/** Names of files that are protected wherever they lie. Lower case. */
export const PROTECTED_FILES: ReadonlySet<string> = new Set([
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".kshrc",
  ".cshrc",
  ".tcshrc",
  ".envrc",
  ".gitconfig",
  ".gitmodules",
  ".gitattributes",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  "bunfig.toml",
  ".mcp.json",
  ".claude.json",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  "lefthook.yaml",
  ".lefthook.yml",
  "microsoft.powershell_profile.ps1",
]);

/** Ends of directories that are protected, with `/` on every system. */
export const PROTECTED_PARTS: readonly string[] = [".config/git/", ".config/fish/", ".config/skillful/"];

/** Why writing to the absolute `path` is always asked about, or undefined. Case counts for nothing, as on many disks. */
export function protectedReason(path: string): string | undefined {
  const lower = foldWindowsName(path.split(sep).join("/"));
  const name = basename(lower);
  if (PROTECTED_FILES.has(name)) return `${name} configures programs that run later`;
  const directory = lower.split("/").find((part) => PROTECTED_DIRECTORIES.has(part) || SHORT_NAMES.has(part));
  if (directory !== undefined) return `${directory} configures programs that run later`;
  const part = PROTECTED_PARTS.find((it) => `${lower}/`.includes(`/${it}`));
  return part === undefined ? undefined : `${part} configures programs that run later`;
}

/** True when a pattern of the shell may name such a file. */
export function mayBeProtected(glob: string): boolean {
  const segments = glob.split(sep).filter((part) => part !== "");
  const names = [...PROTECTED_DIRECTORIES, ...PROTECTED_FILES];
  if (segments.some((segment) => names.some((name) => segmentsMayMeet(name, segment)))) return true;
  return PROTECTED_PARTS.some((part) => mayMeet(["gap", ...part.split("/").filter((it) => it !== "")], segments));
}
