/** Reads skill files, gathers what the checks must know of the world, and checks them. Executes nothing. */
import { dirname, join } from "node:path";
import { errorCode } from "../error-code.ts";
import type { PatternCompiler } from "../hook-matcher.ts";
import { mapConcurrent } from "../map-concurrent.ts";
import { MAX_SKILL_BYTES } from "../parse-skill.ts";
import type { FileSystem } from "../ports.ts";
import { unreadableFile } from "../scan-diagnostics.ts";
import type { Diagnostic, HooksConfig } from "../types.ts";
import type { LintFile } from "./find-lint-files.ts";
import { lintSkill } from "./lint-skill.ts";
import { type LintReading, readLintSubject } from "./lint-subject.ts";
import { loadTreeFiles } from "./load-tree-files.ts";
import { referencedPaths, topFolder } from "./referenced-paths.ts";

const CONCURRENCY = 16;

export interface LintWorld {
  readonly fs: FileSystem;
  /** Absolute; path patterns begin here. */
  readonly cwd: string;
  /** See `LintFacts`. */
  readonly tools?: readonly string[];
  readonly portable?: boolean;
  /** Makes ready to compile the matchers of these hooks. */
  compilerFor?(hooks: HooksConfig): Promise<PatternCompiler>;
}

/** The diagnostics of all files, file by file in the given order. Never rejects for what is on the disk. */
export async function lintFiles(files: readonly LintFile[], world: LintWorld): Promise<readonly Diagnostic[]> {
  let tree: Promise<readonly string[] | undefined> | undefined;
  // Most skills have no patterns, and a large tree takes time.
  const treeFiles = () => {
    tree ??= loadTreeFiles(world.cwd, world.fs);
    return tree;
  };
  const results = await mapConcurrent(files, CONCURRENCY, (file) => lintFile(file, { world, treeFiles }));
  return results.flat();
}

interface LintContext {
  readonly world: LintWorld;
  readonly treeFiles: () => Promise<readonly string[] | undefined>;
}

async function lintFile(file: LintFile, { world, treeFiles }: LintContext): Promise<readonly Diagnostic[]> {
  const { fs, tools, portable = false } = world;
  let reading: LintReading;
  try {
    const bytes = await fs.readFile(file.path, { maxBytes: MAX_SKILL_BYTES });
    reading = readLintSubject({ ...file, bytes });
  } catch (error) {
    return [{ ...unreadableFile(file.path, errorCode(error)), line: 1, column: 1 }];
  }
  const { subject } = reading;
  if (subject === undefined) return lintSkill(reading, { portable });
  const { definition, body } = subject;
  const tree = definition.paths.length > 0 ? await treeFiles() : undefined;
  const { hooks } = definition;
  const compilePattern = hooks && (await world.compilerFor?.(hooks));
  return lintSkill(reading, {
    portable,
    existing: await loadExisting(body, dirname(file.path), fs),
    ...(tools && { tools }),
    ...(tree && { treeFiles: tree }),
    ...(compilePattern && { compilePattern }),
  });
}

/** Which of the paths that a body refers to exist, and which of the folders at their top. */
async function loadExisting(body: string, directory: string, fs: FileSystem): Promise<ReadonlySet<string>> {
  const paths = referencedPaths(body).map(({ path }) => path);
  const folders = paths.flatMap((path) => topFolder(path) ?? []);
  const existing = new Set<string>();
  await mapConcurrent([...new Set([...paths, ...folders])], CONCURRENCY, async (path) => {
    try {
      await fs.stat(join(directory, path));
      existing.add(path);
    } catch (error) {
      // What is there and cannot be looked at is not missing.
      if (!["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"].includes(errorCode(error)))
        existing.add(path);
    }
  });
  return existing;
}
