/** `skillful skills lint`: checks skill files as their authors would want them checked. Executes nothing. */
import { join, resolve } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { createPatternCompiler, createToolset, openWorkspaceSkills } from "../agent/index.ts";
import {
  type Diagnostic,
  findLintFiles,
  findSkillDirectories,
  type LintFile,
  lintFiles,
  READER_CHECKS,
  toLintFile,
} from "../engine/index.ts";
import { createNodeFileSystem } from "../platform/index.ts";
import type { Command } from "./command.ts";
import { EXIT_DONE, EXIT_ERROR, EXIT_USAGE } from "./exit-codes.ts";
import { formatLintGithub } from "./format-lint-github.ts";
import { formatLintJson } from "./format-lint-json.ts";
import { formatLintSarif } from "./format-lint-sarif.ts";
import { formatLintText } from "./format-lint-text.ts";
import { countSeverity, type LintReport } from "./lint-report.ts";
import { isTrusted, toAgentOptions } from "./open-agent.ts";
import type { ProgramIo } from "./program-io.ts";

type LintCommand = Extract<Command, { kind: "skills-lint" }>;

interface Selection {
  readonly files: readonly LintFile[];
  /** What was found wrong on the way to the files. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Resolves with the exit code: 1 when there is an error, 2 when a path leads to no skill. */
export async function runLintCommand(command: LintCommand, io: ProgramIo): Promise<number> {
  const cwd = resolve(io.process.cwd(), command.flags.cwd ?? ".");
  const fs = createNodeFileSystem();
  const selection = command.paths.length === 0 ? await selectAll(command, io) : await selectPaths(command.paths, cwd);
  if ("message" in selection) {
    io.tell({ level: "error", ...selection });
    return EXIT_USAGE;
  }
  const patterns = createPatternCompiler();
  const found = await lintFiles(selection.files, {
    fs,
    cwd,
    portable: command.portable,
    tools: createToolset().map(({ name }) => name),
    compilerFor: async (hooks) => {
      await patterns.prepare(hooks);
      return patterns.compile;
    },
  });
  const diagnostics = [...selection.diagnostics, ...found];
  const report: LintReport = { files: selection.files.length, diagnostics, cwd };
  io.out.write(format(report, command, io));
  return countSeverity(report, "error") > 0 ? EXIT_ERROR : EXIT_DONE;
}

function format(report: LintReport, command: LintCommand, io: ProgramIo): string {
  switch (command.format) {
    case "text":
      return formatLintText(report, io.outPalette);
    case "json":
      return formatLintJson(report);
    case "github":
      return formatLintGithub(report);
    case "sarif":
      return formatLintSarif(report, manifest);
    default:
      return command.format satisfies never;
  }
}

/** Every skill that a session here could come to see, nested, shadowed and broken ones too; those compiled in have no file to mend. */
async function selectAll(command: LintCommand, io: ProgramIo): Promise<Selection> {
  const options = toAgentOptions(command.flags, io);
  const workspace = await openWorkspaceSkills({ ...options, trusted: await isTrusted(command.flags, options) });
  const { skills, session, cwd } = workspace;
  try {
    const nested = await findSkillDirectories(cwd, createNodeFileSystem());
    // As if a file of each were at hand: what a session would find there, by the same rules.
    await session.touched(
      nested.directories.map((directory) => join(directory, "SKILL.md")),
      "read",
    );
    const problems = [...skills.diagnostics, ...session.diagnostics(), ...(nested.isComplete ? [] : [tooLarge(cwd)])];
    const loaded = session
      .list()
      .filter(({ skill }) => skill.source !== "bundled" && skill.source !== "custom")
      .map(({ skill: { path, directoryName, kind } }) => ({ path, directoryName, kind }));
    const known = new Set(loaded.map(({ path }) => path));
    const refused = problems.flatMap(({ path, severity }) => {
      const file = severity === "error" && !known.has(path) ? toLintFile(path) : undefined;
      if (file === undefined) return [];
      known.add(path);
      return [file];
    });
    const files = [...loaded, ...refused].sort((a, b) => (a.path < b.path ? -1 : 1));
    // What reading a file reports, and what the checks find again, comes with its lines from them.
    const others = problems
      .filter(({ code, path }) => !known.has(path) || !isCheckedAgain(code))
      // What concerns a file as a whole is shown at its beginning.
      .map((diagnostic) => (known.has(diagnostic.path) ? { line: 1, column: 1, ...diagnostic } : diagnostic));
    return { files, diagnostics: others };
  } finally {
    await skills.close();
  }
}

function tooLarge(path: string): Diagnostic {
  return {
    code: "tree-too-large",
    severity: "info",
    path,
    message: "The tree has too many folders: skills in the deepest ones were not looked for.",
    hint: "Name the directories that hold them: skillful skills lint PATH",
  };
}

function isCheckedAgain(code: string): boolean {
  return (
    Object.hasOwn(READER_CHECKS, code) ||
    ["invalid-path-pattern", "paths-select-nothing", "unreadable-file"].includes(code)
  );
}

type Unusable = { readonly message: string; readonly hint: string };

async function selectPaths(paths: readonly string[], cwd: string): Promise<Selection | Unusable> {
  const fs = createNodeFileSystem();
  const files = new Map<string, LintFile>();
  const diagnostics: Diagnostic[] = [];
  for (const path of paths) {
    const found = await findLintFiles(resolve(cwd, path), fs);
    if (found.kind === "unusable") return { message: found.message, hint: found.hint };
    for (const file of found.files) files.set(file.path, file);
    diagnostics.push(...found.diagnostics);
  }
  return { files: [...files.values()], diagnostics };
}
