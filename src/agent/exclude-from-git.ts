/** Keeps a file of one person out of git without touching a file that git tracks. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createGitIgnoreChecker, inspectRepository } from "../platform/index.ts";
import { runGit } from "./tools/run-git.ts";
import { errorCode } from "./workspace-paths.ts";

/**
 * Adds a file, given relative to the root of its repository, to `.git/info/exclude`, the list of ignored files that is never
 * shared. Resolves to a sentence on what was done, or on what is left to do; to undefined where there is nothing to say: git
 * ignores the file already, or there is no repository. Never rejects.
 */
export async function excludeFromGit(root: string, file: string): Promise<string | undefined> {
  const { signal } = new AbortController();
  const repository = await inspectRepository(root, process.env);
  if (repository === undefined) return undefined;
  const addIt = `add ${file} to .gitignore.`;
  // What a repository keeps elsewhere, or in a pipe, is not for us to write to.
  if (repository.foreign !== undefined)
    return `git may not ignore it (${repository.foreign} lies outside of it, or is a pipe): ${addIt}`;
  const { config } = repository;
  const places = await runGit(["rev-parse", "--show-toplevel", "--git-path", "info/exclude"], {
    cwd: root,
    signal,
    config,
  });
  if (places.kind !== "done") return undefined;
  const [top, exclude] = places.output.split("\n");
  if (top !== root || exclude === undefined || exclude === "") return undefined;
  if (await createGitIgnoreChecker().isIgnored(join(root, file))) return undefined;
  try {
    await addLine(resolve(root, exclude), `/${file}`);
    return `git ignores it: ${exclude} has a line for it.`;
  } catch (error) {
    return `git does not ignore it (${errorCode(error) ?? "unknown error"}): ${addIt}`;
  }
}

async function addLine(path: string, line: string): Promise<void> {
  const before = await readIfPresent(path);
  const start = before === "" || before.endsWith("\n") ? "" : "\n";
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${start}${line}\n`, { flag: "a" });
}

async function readIfPresent(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}
