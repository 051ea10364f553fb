/** Knows the files through which a write takes power over later commands: always asked about before they are written. */
import { basename, sep } from "node:path";

const PROTECTED_DIRECTORIES = new Set([
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

const PROTECTED_FILES = new Set([
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

const PROTECTED_PARTS = [".config/git/", ".config/fish/", ".config/skillful/"];

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
