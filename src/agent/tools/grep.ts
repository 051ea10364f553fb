/** The Grep tool: searches file contents with a regular expression that always takes linear time. */
import { lstat, readFile } from "node:fs/promises";
import type { RE2JS } from "re2js";
import { z } from "zod";
import { messageOf, toolAliases } from "../../engine/index.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { absolutePath, displayPath } from "../workspace-paths.ts";
import { compileGlob, type GlobPattern } from "./glob-pattern.ts";
import { createGrepReport, type GrepMode, type GrepReport } from "./grep-report.ts";
import { failure, fileFailure, success } from "./tool-result.ts";
import { walkFiles } from "./walk-files.ts";

/** Larger files are data, not text that a person wrote; they are counted and named as skipped. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_PATTERN_CHARS = 1000;
const BATCH_FILES = 32;
/** Time after which a search reports what it has. */
const MAX_SEARCH_MS = 30_000;

const DESCRIPTION = `Searches the contents of files with a regular expression.

- pattern uses RE2 syntax: no look-around and no back-references. It is matched line by line. Escape special characters: "foo\\(" finds "foo(".
- path is a file or directory (default: the working directory); glob limits the file names, such as "*.ts" or "src/**/*.md".
- output_mode: "content" (default) shows matching lines as file:line:text; "files_with_matches" only file names; "count" the number of matching lines a file.
- -i ignores case; -A, -B and -C show lines after, before or around each match ("content" only).
- Files that git ignores, binary files, node_modules and .git are left out. Links are not followed. Results are sorted and bounded.`;

const lineCount = z.int().min(0).max(50).optional();

const input = z.strictObject({
  pattern: z.string().min(1).describe("The regular expression"),
  path: z.string().min(1).optional().describe("File or directory to search"),
  glob: z.string().min(1).optional().describe("Only files whose name matches"),
  output_mode: z.enum(["content", "files_with_matches", "count"]).optional(),
  "-i": z.boolean().optional().describe("Ignore case"),
  "-n": z.boolean().optional().describe("Accepted for compatibility; line numbers are always shown"),
  "-A": lineCount.describe("Lines after each match"),
  "-B": lineCount.describe("Lines before each match"),
  "-C": lineCount.describe("Lines around each match"),
  head_limit: z.int().min(1).optional().describe("At most this many lines of output"),
});

type GrepInput = z.infer<typeof input>;

export const grepTool: Tool<GrepInput> = {
  name: "Grep",
  aliases: toolAliases("Grep"),
  description: DESCRIPTION,
  input,
  access: ({ path = "." }, { cwd }) => ({ kind: "read", paths: [absolutePath(cwd, path)] }),
  async execute(request, context) {
    const expression = await compileExpression(request.pattern, request["-i"] ?? false);
    if ("error" in expression) return failure(expression.error);
    const start = absolutePath(context.cwd, request.path ?? ".");
    const glob = request.glob === undefined ? undefined : compileNameFilter(start, request.glob);
    if (glob && "error" in glob) return failure(glob.error);
    const report = createGrepReport({
      mode: (request.output_mode ?? "content") satisfies GrepMode,
      before: request["-B"] ?? request["-C"] ?? 0,
      after: request["-A"] ?? request["-C"] ?? 0,
      ...(request.head_limit === undefined ? {} : { maxLines: request.head_limit }),
    });
    try {
      await search(start, { expression, glob, report, context });
      return success(report.text(request.pattern));
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      return fileFailure(error, start, context.cwd);
    }
  },
};

interface Search {
  readonly expression: RE2JS;
  readonly glob: GlobPattern | undefined;
  readonly report: GrepReport;
  readonly context: ToolContext;
}

async function search(start: string, { expression, glob, report, context }: Search): Promise<void> {
  const deadline = performance.now() + MAX_SEARCH_MS;
  let batch: string[] = [];

  /** False when the search is over. */
  async function searchBatch(): Promise<boolean> {
    const files = await Promise.all(batch.map(async (path) => ({ path, content: await loadContent(path) })));
    batch = [];
    for (const { path, content } of files) {
      context.signal.throwIfAborted();
      if (content.kind === "too-large") report.skip(displayPath(context.cwd, path));
      if (content.kind === "text")
        report.addFile(displayPath(context.cwd, path), content.text, (line) => expression.test(line));
      if (report.isFull()) return false;
      if (performance.now() > deadline) {
        report.stop(`The search was stopped after ${MAX_SEARCH_MS / 1000} seconds; narrow path or glob.`);
        return false;
      }
    }
    return true;
  }

  for await (const path of candidates(start, glob, context)) {
    batch.push(path);
    if (batch.length >= BATCH_FILES && !(await searchBatch())) return;
  }
  await searchBatch();
}

async function* candidates(start: string, glob: GlobPattern | undefined, context: ToolContext): AsyncGenerator<string> {
  if (!(await lstat(start)).isDirectory()) {
    yield start;
    return;
  }
  for await (const file of walkFiles(start, context)) {
    if (file.isLink || glob?.matches(file.path) === false || context.mayRead?.(file.path) === false) continue;
    yield file.path;
  }
}

type Content = { readonly kind: "text"; readonly text: string } | { readonly kind: "too-large" | "not-text" };

async function loadContent(path: string): Promise<Content> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return { kind: "not-text" };
  if (found.size > MAX_FILE_BYTES) return { kind: "too-large" };
  const bytes = await readFile(path).catch(() => undefined);
  // A file that vanished or may not be read is left out, as one that is binary.
  if (!bytes || bytes.subarray(0, 8192).includes(0)) return { kind: "not-text" };
  return { kind: "text", text: bytes.toString("utf8") };
}

async function compileExpression(pattern: string, ignoreCase: boolean): Promise<RE2JS | { readonly error: string }> {
  if (pattern.length > MAX_PATTERN_CHARS)
    return { error: `The pattern is longer than ${MAX_PATTERN_CHARS} characters.` };
  // Loaded by the first search: the engine is large, and most sessions begin without one.
  const { RE2JS } = await import("re2js");
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const problem = messageOf(error);
    const hint = /\(\?[=!<]|\\[1-9]/.test(pattern) ? " Look-around and back-references are not supported." : "";
    return { error: `The pattern is not a valid regular expression: ${problem}.${hint}` };
  }
}

/** As with `rg --glob`: a pattern without a slash is matched against the name alone, at any depth. */
function compileNameFilter(start: string, pattern: string): GlobPattern | { readonly error: string } {
  return compileGlob(start, pattern.includes("/") ? pattern : `**/${pattern}`);
}
