/** Loads the skills of a list of roots: found in order, read with bounded concurrency, parsed, told apart by real path. */
import { detachStrings } from "./detach-strings.ts";
import { errorCode } from "./error-code.ts";
import { isConditional } from "./is-conditional.ts";
import type { LateCache } from "./late-cache.ts";
import { mapConcurrent } from "./map-concurrent.ts";
import { parseSkill } from "./parse-skill.ts";
import { placeSkill } from "./place-skill.ts";
import type { FileSystem, Logger } from "./ports.ts";
import * as problem from "./scan-diagnostics.ts";
import { type FoundFile, IO_CONCURRENCY, type ScanResult, scanRoot } from "./scan-root.ts";
import { openSkillIndex, type SkillIndex } from "./skill-index.ts";
import type { ReadFile } from "./skill-index-text.ts";
import type { SkillRoot } from "./sources.ts";
import type { Diagnostic, LoadedSkill } from "./types.ts";

export interface LoadContext {
  readonly fs: FileSystem;
  readonly logger?: Logger;
  /** Working directory for the log line that announces the loading; absent: no such line (nested roots, reloads of one). */
  readonly projectDir?: string;
  /** Real paths of files that are loaded already; they are not loaded again. */
  readonly alreadyLoaded?: ReadonlySet<string>;
  /** Spares the reading of files that are unchanged since an earlier load. */
  readonly cache?: LateCache;
  /** Rejects with its reason when it aborts; the file system is expected to stop by itself. */
  readonly signal?: AbortSignal | undefined;
}

export interface LoadResult {
  /** In load order. */
  readonly skills: readonly LoadedSkill[];
  /** Every file that was found is either among `skills` or the path of one of these. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Files past this are refused; no more than this is read of any. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Loads every skill and command of the roots, in the order of the roots. The result is the same for the same files:
 * directory order, timing and concurrency do not show. A file reached twice loads once, the first time. Never rejects for
 * what is on the disk: a wrong file is a diagnostic and costs nothing else.
 */
export async function loadRoots(roots: readonly SkillRoot[], context: LoadContext): Promise<LoadResult> {
  return loadFound(await scanRoots(roots, context.fs), context);
}

/** Finds the files of the roots, in the order of the roots. Never rejects. */
export async function scanRoots(roots: readonly SkillRoot[], fs: FileSystem): Promise<ScanResult> {
  return joinScans(await Promise.all(roots.map((root) => scanRoot(root, fs))));
}

export function joinScans(scans: readonly ScanResult[]): ScanResult {
  return {
    files: scans.flatMap(({ files }) => files),
    plugins: scans.flatMap(({ plugins }) => plugins),
    diagnostics: scans.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Loads what was found; see `loadRoots`. */
export async function loadFound(scan: ScanResult, context: LoadContext): Promise<LoadResult> {
  if (context.projectDir !== undefined) {
    context.logger?.log("debug", "skill: loading skills from filesystem", { project_dir: context.projectDir });
  }
  const diagnostics = [...scan.diagnostics];
  const found = dropKnownFiles(scan.files, context.alreadyLoaded ?? new Set(), diagnostics);

  // What is left of an aborted load is nothing to remember.
  context.signal?.throwIfAborted();
  const { cache, logger } = context;
  const index = cache && (await openSkillIndex(found, { cache, ...(logger && { logger }) }));
  const skills: LoadedSkill[] = [];
  for (const loaded of await loadFiles(found, { fs: context.fs, index })) {
    diagnostics.push(...loaded.diagnostics);
    if (loaded.kind === "skill") skills.push(loaded.skill);
    logFile(loaded, logger);
  }
  context.signal?.throwIfAborted();
  index?.save();
  return { skills, diagnostics };
}

type LoadedFile =
  | { readonly kind: "skill"; readonly skill: LoadedSkill; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "refused"; readonly file: FoundFile; readonly diagnostics: readonly Diagnostic[] };

function dropKnownFiles(
  files: readonly FoundFile[],
  alreadyLoaded: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): FoundFile[] {
  const known = new Set(alreadyLoaded);
  return files.filter((file) => {
    if (known.has(file.realPath)) {
      diagnostics.push(problem.alreadyFound(file.path, file.realPath));
      return false;
    }
    known.add(file.realPath);
    return true;
  });
}

async function loadFiles(
  files: readonly FoundFile[],
  { fs, index }: { readonly fs: FileSystem; readonly index: SkillIndex | undefined },
): Promise<readonly LoadedFile[]> {
  const loaded = files.map((file) => placeRead(file, index?.find(file)));
  const missing = loaded.flatMap((known, at) => (known === undefined ? [at] : []));
  await mapConcurrent(missing, IO_CONCURRENCY, async (at) => {
    loaded[at] = await loadFile(files[at] as FoundFile, { fs, index });
  });
  return loaded as readonly LoadedFile[];
}

async function loadFile(
  file: FoundFile,
  { fs, index }: { readonly fs: FileSystem; readonly index: SkillIndex | undefined },
): Promise<LoadedFile> {
  const { root, path, directoryName } = file;
  let bytes: Uint8Array;
  try {
    bytes = await fs.readFile(path, { maxBytes: MAX_FILE_BYTES });
  } catch (error) {
    return { kind: "refused", file, diagnostics: [problem.unreadableFile(path, errorCode(error))] };
  }
  const parsed = parseSkill({ bytes, path, directoryName, kind: root.kind });
  // Neither the body nor, through a piece of it, the text of the file is kept: thousands of them would not fit.
  const read: ReadFile =
    parsed.kind === "skill"
      ? { kind: "skill", definition: detachStrings(parsed.definition), diagnostics: parsed.diagnostics }
      : parsed;
  index?.add(file, read);
  return placeRead(file, read);
}

function placeRead(file: FoundFile, read: ReadFile): LoadedFile;
function placeRead(file: FoundFile, read: ReadFile | undefined): LoadedFile | undefined;
function placeRead(file: FoundFile, read: ReadFile | undefined): LoadedFile | undefined {
  switch (read?.kind) {
    case undefined:
      return undefined;
    case "refused":
      return { kind: "refused", file, diagnostics: read.diagnostics };
    case "skill":
      return { kind: "skill", skill: placeSkill(read.definition, file), diagnostics: read.diagnostics };
    default:
      return read satisfies never;
  }
}

function logFile(loaded: LoadedFile, logger: Logger | undefined): void {
  switch (loaded.kind) {
    case "skill": {
      const { name, source } = loaded.skill;
      logger?.log("debug", "skill: loaded from filesystem", { name, source, conditional: isConditional(loaded.skill) });
      return;
    }
    case "refused":
      logger?.log("warn", "skill: failed to parse SKILL.md", {
        dir: loaded.file.directory,
        error: refusalText(loaded.diagnostics),
      });
      return;
    default:
      loaded satisfies never;
  }
}

/** The line of log names the first fault; the text for an unclosed block is part of the contract of the log. */
function refusalText(diagnostics: readonly Diagnostic[]): string {
  const fault = diagnostics.find((diagnostic) => diagnostic.severity === "error") ?? diagnostics[0];
  if (fault === undefined) return "refused";
  return fault.code === "unclosed-frontmatter" ? "unclosed front-matter block" : fault.message;
}
