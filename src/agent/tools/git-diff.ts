/** The GitDiff tool: changes in the repository, read without executing anything that the repository configures. */
import { dirname, relative } from "node:path";
import { z } from "zod";
import { isWithin, toolAliases } from "../../engine/index.ts";
import { findPipe, inspectRepository } from "../../platform/index.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { absolutePath, realPathOf } from "../workspace-paths.ts";
import { type GitOptions, type GitResult, runGit } from "./run-git.ts";
import { failure, success } from "./tool-result.ts";

const MAX_CHARS = 60_000;

const DESCRIPTION = `Shows changes in the git repository as a unified diff, with a summary of the files in front.

- Without range: the working tree against the index; with staged: the index against the last commit.
- range is a commit or a range as git understands it: "HEAD", "HEAD~1..HEAD", "main...feature".
- path limits the diff to a file or directory (default: the working directory). Untracked files are not part of a diff.
- Long diffs are cut; ask for one path at a time.`;

const input = z.strictObject({
  range: z.string().min(1).max(500).optional().describe("Commit or range"),
  path: z.string().min(1).optional().describe("File or directory"),
  staged: z.boolean().optional().describe("Staged changes (default false)"),
});

type GitDiffInput = z.infer<typeof input>;

export const gitDiffTool: Tool<GitDiffInput> = {
  name: "GitDiff",
  aliases: toolAliases("GitDiff"),
  description: DESCRIPTION,
  input,
  access: ({ path = "." }, { cwd }) => ({ kind: "read", paths: [absolutePath(cwd, path)] }),
  async execute(request, context) {
    const revisions = parseRange(request.range);
    if (typeof revisions === "string") return failure(revisions);
    const repository = await openRepository(context);
    if (typeof repository === "string") return failure(repository);
    const paths = [repository.pathspec(absolutePath(context.cwd, request.path ?? "."))];
    const index = await readIndex(repository, paths);
    const pipe = await findPipe(".gitattributes", { directories: index.directories, top: repository.top });
    if (pipe !== undefined) return failure(`${pipe} is a pipe, for which git would wait. Delete it first.`);
    const submodules = `--ignore-submodules=${(await hasForeignSubmodule(index)) ? "all" : "dirty"}`;
    const options = [...SAFE_OPTIONS, submodules, ...(request.staged ? ["--cached"] : [])];
    const selection = ["diff", ...options, ...revisions];

    const names = await runGit([...selection, "--name-only", "-z", "--", ...paths], repository.options);
    if (names.kind === "failed") return failure(explainFailure(names));
    const changed = names.output.split("\0").filter((name) => name !== "");
    if (changed.length === 0) return success("No changes.");
    const hidden = changed.filter((name) => context.mayRead?.(repository.absolute(name)) === false);
    if (hidden.length === changed.length) return success("No changes in files that may be read.");
    const excluded = hidden.map((name) => `:(exclude,top,literal)${name}`);

    const diff = await runGit([...selection, "--stat=100", "--patch", "--", ...paths, ...excluded], repository.options);
    if (diff.kind === "failed") return failure(explainFailure(diff));
    return success(formatDiff(diff, hidden.length));
  },
};

const SAFE_OPTIONS = ["--no-ext-diff", "--no-textconv", "--no-color", "--find-renames"];

/** What git tracks; absolute paths. */
interface Index {
  readonly directories: ReadonlySet<string>;
  readonly submodules: readonly string[];
  /** False when git told only a part. */
  readonly isWhole: boolean;
}

async function readIndex({ options, absolute }: Repository, paths: readonly string[]): Promise<Index> {
  const index = await runGit(["ls-files", "--full-name", "--stage", "-z", "--", ...paths], options);
  if (index.kind === "failed") return { directories: new Set(), submodules: [], isWhole: false };
  const entries = index.output.split("\0").flatMap((entry) => {
    const [, mode, name] = /^(\d+) [^\t]*\t(.*)$/s.exec(entry) ?? [];
    return name === undefined ? [] : { mode, path: absolute(name) };
  });
  return {
    directories: new Set(entries.map(({ path }) => dirname(path))),
    submodules: entries.filter(({ mode }) => mode === "160000").map(({ path }) => path),
    isWhole: !index.truncated,
  };
}

/**
 * Whether the commit of a submodule would be looked up in somebody else's repository. A submodule's changed files are never
 * looked at (`dirty`): git would do so with that submodule's settings.
 */
async function hasForeignSubmodule({ submodules, isWhole }: Index): Promise<boolean> {
  if (!isWhole) return true;
  const inspected = await Promise.all(submodules.map((path) => inspectRepository(path, process.env)));
  return inspected.some((it) => it?.foreign !== undefined);
}

/** Revisions as arguments, or a message. A colon would name a file or a search, not a commit. */
function parseRange(range: string | undefined): readonly string[] | string {
  const revisions = (range ?? "").split(/\s+/).filter((part) => part !== "");
  if (revisions.length > 2) return `range ${JSON.stringify(range)} has more than two commits.`;
  const bad = revisions.find((part) => part.startsWith("-") || /[\p{Cc}:]/u.test(part));
  if (bad !== undefined) return `range ${JSON.stringify(bad)} is not a commit or a range of commits.`;
  return revisions;
}

interface Repository {
  /** Absolute. */
  readonly top: string;
  readonly options: GitOptions;
  /** For exactly the absolute `path`, whatever characters it has. */
  pathspec(path: string): string;
  absolute(name: string): string;
}

async function openRepository({ cwd, signal }: ToolContext): Promise<Repository | string> {
  const inspected = await inspectRepository(cwd, process.env);
  if (inspected === undefined) return `${cwd} is not in a git repository.`;
  if (inspected.foreign !== undefined) {
    return `The repository has data or settings outside of the workspace, or in a pipe: ${inspected.foreign}. Run git diff with Bash, which asks.`;
  }
  const top = await runGit(["rev-parse", "--show-toplevel"], { cwd, signal, config: inspected.config });
  if (top.kind === "failed") {
    return /not a git repository/.test(top.message) ? `${cwd} is not in a git repository.` : explainFailure(top);
  }
  const root = top.output.replace(/\r?\n$/, "");
  const realCwd = await realPathOf(cwd);
  // That of a folder in between, such as a bare repository, is another one than was looked at.
  if ((await realPathOf(root)) !== inspected.top) return `${cwd} is not in the working tree of ${root}.`;
  const config = [...inspected.config, ...(await inertFilters({ cwd, signal, config: inspected.config }))];
  return {
    top: root,
    options: { cwd, signal, config },
    pathspec(path) {
      const inside = relative(root, isWithin(cwd, path) ? absolutePath(realCwd, relative(cwd, path)) : path);
      return inside === "" ? ":(top)" : `:(top,literal)${inside}`;
    },
    absolute: (name) => absolutePath(root, name),
  };
}

/** Overrides that switch off the clean filters which the repository itself configures; the person's own stay on. */
async function inertFilters(options: GitOptions): Promise<readonly (readonly [string, string])[]> {
  const listing = await runGit(
    [
      "config",
      "--show-scope",
      "--includes",
      "--name-only",
      "-z",
      "--get-regexp",
      "^filter\\..*\\.(clean|smudge|process|required)$",
    ],
    options,
  );
  if (listing.kind === "failed") return [];
  const fields = listing.output.split("\0");
  const overrides: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope, key] = [fields[index], fields[index + 1]];
    if (key === undefined || (scope !== "local" && scope !== "worktree")) continue;
    overrides.push([key, key.endsWith(".required") ? "false" : ""]);
  }
  return overrides;
}

function explainFailure(result: Extract<GitResult, { kind: "failed" }>): string {
  if (/unknown revision|bad revision|ambiguous argument/.test(result.message)) {
    return `The range names a commit that does not exist here: ${result.message.split("\n")[0]}`;
  }
  return `git diff failed: ${result.message}`;
}

function formatDiff(diff: Extract<GitResult, { kind: "done" }>, hidden: number): string {
  const text = diff.output.trimEnd();
  const notes: string[] = [];
  if (hidden > 0) notes.push(`(${hidden} changed files may not be read and are left out.)`);
  if (text.length > MAX_CHARS || diff.truncated) notes.push("(The diff is cut here; ask for one path at a time.)");
  return [text.slice(0, MAX_CHARS), ...notes].join("\n\n");
}
