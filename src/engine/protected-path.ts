/** Knows the files through which a write takes power over later commands: always asked about before they are written. */
import { basename, sep } from "node:path";

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
  const lower = path.toLowerCase().split(sep).join("/");
  const name = basename(lower);
  if (PROTECTED_FILES.has(name)) return `${name} configures programs that run later`;
  const directory = lower.split("/").find((part) => PROTECTED_DIRECTORIES.has(part));
  if (directory !== undefined) return `${directory} configures programs that run later`;
  const part = PROTECTED_PARTS.find((it) => `${lower}/`.includes(`/${it}`));
  return part === undefined ? undefined : `${part} configures programs that run later`;
}
