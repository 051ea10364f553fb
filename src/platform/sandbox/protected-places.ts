/** The places in a workspace through which a command would take power over later ones: they stay as they are. */
import { join } from "node:path";
import { PROTECTED_DIRECTORIES, PROTECTED_FILES, PROTECTED_PARTS } from "../../engine/index.ts";

/** Directories of which commands need most for their work, with the parts that other programs run or obey. */
const PARTS_OF: Readonly<Record<string, readonly string[]>> = {
  ".git": ["hooks", "config", "config.worktree"],
  // Yarn keeps its cache and its state beside them.
  ".yarn": ["releases", "plugins", "sdks"],
};

/** What agents read their powers from. Where one does not exist, commands shall not make it either. */
export const AGENT_DIRECTORIES: readonly string[] = [".claude", ".agents", ".skillful"];

/**
 * The protected places right below a directory, whether they exist or not: those about which a person is always asked
 * before a file tool writes them, but for the parts of `.git` that a commit writes.
 */
export function protectedPlaces(directory: string): readonly string[] {
  const directories = [...PROTECTED_DIRECTORIES].flatMap((name) => {
    const parts = PARTS_OF[name];
    return parts === undefined ? [name] : parts.map((part) => join(name, part));
  });
  const parts = PROTECTED_PARTS.map((part) => join(...part.split("/")));
  return [...directories, ...PROTECTED_FILES, ...parts].map((place) => join(directory, place));
}

/** The protected places of a git directory, that of a linked working tree included. */
export function protectedInGitDirectory(directory: string): readonly string[] {
  return ["hooks", "config", "config.worktree", "commondir", "gitdir"].map((name) => join(directory, name));
}

/**
 * A file that makes git take its configuration from another directory. Git never writes it into the git directory of a
 * main working tree, and it cannot be kept from coming to be where it does not exist, so it is removed after each command.
 */
export function strayFiles(root: string): readonly string[] {
  return [join(root, ".git", "commondir")];
}
