/** Answers which paths git ignores, from the `.gitignore` files between the repository's root and the path itself. */
import { lstat, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import ignore, { type Ignore } from "ignore";
import { readSmallFile } from "../../platform/index.ts";

/** Ignore files larger than this hold no rules that a person wrote. */
const MAX_IGNORE_FILE_BYTES = 1024 * 1024;

interface Layer {
  readonly directory: string;
  readonly matcher: Ignore;
}

/** The rules in force in one directory. Immutable; `enter` gives those of a directory below it. */
export interface IgnoreRules {
  /** `path` lies in or below the directory. */
  isIgnored(path: string, isDirectory: boolean): boolean;
  enter(directory: string): Promise<IgnoreRules>;
}

/**
 * Rules in force at the start of a walk. A start that is itself ignored was asked for on purpose: the rules above it do
 * not apply then. Unreadable ignore files count as empty.
 */
export async function loadIgnoreRules(start: string): Promise<IgnoreRules> {
  const above = await rulesAbove(start);
  return (above.isIgnored(start, true) ? createRules([]) : above).enter(start);
}

async function rulesAbove(start: string): Promise<IgnoreRules> {
  const parents: string[] = [];
  for (let directory = start; ; directory = dirname(directory)) {
    if (directory !== start) parents.unshift(directory);
    if (await exists(join(directory, ".git"))) break;
    // Outside a repository nothing above the start has a say.
    if (dirname(directory) === directory) return createRules([]);
  }
  let rules = createRules([]);
  for (const directory of parents) rules = await rules.enter(directory);
  return rules;
}

function createRules(layers: readonly Layer[]): IgnoreRules {
  return {
    isIgnored(path, isDirectory) {
      // The nearest file that says anything decides.
      for (const { directory, matcher } of layers.toReversed()) {
        const inside = relative(directory, path).replaceAll("\\", "/");
        if (!ignore.isPathValid(inside)) continue;
        const verdict = matcher.test(isDirectory ? `${inside}/` : inside);
        if (verdict.ignored) return true;
        if (verdict.unignored) return false;
      }
      return false;
    },
    async enter(directory) {
      const texts = await Promise.all(
        [[".git", "info", "exclude"], [".gitignore"]].map((names) => readRules(directory, names)),
      );
      const rules = texts.filter((text) => text !== undefined);
      if (rules.length === 0) return createRules(layers);
      return createRules([...layers, { directory, matcher: ignore().add(rules.join("\n")) }]);
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * None of a file that is reached by a link: git does not follow a linked `.gitignore` either, wherever it leads. Most
 * directories have no such file, which one question for its first name tells.
 */
async function readRules(directory: string, names: readonly string[]): Promise<string | undefined> {
  let path = directory;
  for (const name of names) {
    path = join(path, name);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined || found.isSymbolicLink()) return undefined;
  }
  return readSmallFile(path, MAX_IGNORE_FILE_BYTES);
}
