/** `skillful skills …`: shows which skills there are, what they hold, and why. Needs no model and runs nothing. */
import { openWorkspaceSkills, type WorkspaceSkills } from "../agent/index.ts";
import {
  type Diagnostic,
  decideSkill,
  findUnloaded,
  formatDiagnostic,
  formatExplanation,
  nearNames,
} from "../engine/index.ts";
import type { Command } from "./command.ts";
import { EXIT_DONE, EXIT_ERROR } from "./exit-codes.ts";
import { isTrusted, toAgentOptions } from "./open-agent.ts";
import { formatPrintableJson } from "./printable-json.ts";
import { printableText } from "./printable-text.ts";
import type { ProgramIo } from "./program-io.ts";
import { openSessionLogger } from "./session-logger.ts";
import { formatSkillSheet, skillSheetJson } from "./skill-sheet.ts";
import { formatSkillsTable, skillsJson } from "./skills-report.ts";
import { wrapText } from "./wrap-text.ts";

type Of<K extends Command["kind"]> = Extract<Command, { kind: K }>;
type SkillsCommand = Of<"skills-list"> | Of<"skills-show"> | Of<"skills-explain">;

/** Resolves with the exit code: 1 for a name that leads to no skill. Throws for settings that cannot be read. */
export async function runSkillsCommand(command: SkillsCommand, io: ProgramIo): Promise<number> {
  const log = await openSessionLogger(command.flags, io);
  try {
    const options = toAgentOptions(command.flags, io);
    const trusted = await isTrusted(command.flags, options);
    const workspace = await openWorkspaceSkills({ ...options, trusted, logger: log.logger });
    try {
      switch (command.kind) {
        case "skills-list":
          return listSkills(command, { workspace, io });
        case "skills-show":
          return await showSkill(command, { workspace, io });
        case "skills-explain":
          return await explainSkill(command, { workspace, io });
        default:
          return command satisfies never;
      }
    } finally {
      await workspace.skills.close();
    }
  } finally {
    await log.close();
  }
}

interface Context {
  readonly workspace: WorkspaceSkills;
  readonly io: ProgramIo;
}

function listSkills(command: Of<"skills-list">, { workspace, io }: Context): number {
  const { skills, diagnostics } = workspace;
  const entries = skills.list().filter(({ state }) => command.all || state === "active" || state === "waiting");
  const problems = [...diagnostics, ...skills.diagnostics];
  if (command.json) {
    const shown = command.all ? problems : problems.filter(({ severity }) => severity !== "info");
    writeJson(skillsJson({ skills: entries, diagnostics: shown, settings: skills.settings }), io);
    return EXIT_DONE;
  }
  const columns = io.outColumns();
  io.out.write(formatSkillsTable(entries, { palette: io.outPalette, columns, settings: skills.settings }));
  const hidden = skills.list().length - entries.length;
  if (hidden > 0) {
    const text = `${hidden} more ${hidden === 1 ? "is" : "are"} shadowed or switched off; --all shows ${hidden === 1 ? "it" : "them"}`;
    io.out.write(`${io.outPalette.dim(text)}\n`);
  }
  writeDiagnostics(problems, { all: command.all, cwd: workspace.cwd, io });
  return EXIT_DONE;
}

/** Problems go to standard error, errors and warnings unless `all`; what is only worth knowing is counted. */
function writeDiagnostics(
  diagnostics: readonly Diagnostic[],
  { all, cwd, io }: { readonly all: boolean; readonly cwd: string; readonly io: ProgramIo },
): void {
  const { err, errPalette } = io;
  const shown = diagnostics.filter(({ severity }) => all || severity !== "info");
  for (const diagnostic of shown) {
    const [head = "", ...rest] = printableText(formatDiagnostic(diagnostic, { cwd })).split("\n");
    const paint = { error: errPalette.red, warning: errPalette.yellow, info: errPalette.dim }[diagnostic.severity];
    err.write(`\n${[paint(head), ...rest.map(errPalette.dim)].join("\n")}\n`);
  }
  const notes = diagnostics.length - shown.length;
  if (notes > 0)
    err.write(
      `\n${errPalette.dim(`${notes} ${notes === 1 ? "note" : "notes"}; --all shows ${notes === 1 ? "it" : "them"}`)}\n`,
    );
}

async function showSkill(command: Of<"skills-show">, { workspace, io }: Context): Promise<number> {
  const { skills } = workspace;
  const { name, args } = command;
  const found = skills.find(name.replace(/^\//, ""));
  if (found === undefined) return refuseName(name, { workspace, io });
  const preview = await skills.preview(found.skill, { args });
  const skill = preview.kind === "preview" ? preview.skill : found.skill;
  const permission = decideSkill(skill, { rules: skills.settings.permissions, grants: [], by: "model" });
  const sheet = { skill, state: found.state, args, preview, permission, settings: skills.settings };
  if (command.json) writeJson(skillSheetJson(sheet), io);
  else {
    io.out.write(formatSkillSheet(sheet, { palette: io.outPalette, columns: io.outColumns() }));
  }
  return preview.kind === "preview" ? EXIT_DONE : EXIT_ERROR;
}

async function explainSkill(command: Of<"skills-explain">, { workspace, io }: Context): Promise<number> {
  const explanation = await workspace.skills.explain(command.target.replace(/^\/(?=[^/]*$)/, ""));
  const isFound = explanation.kind === "path" || explanation.skills.length > 0;
  // What was found and not loaded explains the absence.
  if (isFound || explanation.notLoaded.length > 0) {
    if (command.json) writeJson(explanation, io);
    else io.out.write(wrapText(printableText(formatExplanation(explanation)), io.outColumns()));
  }
  return isFound ? EXIT_DONE : refuseName(command.target, { workspace, io });
}

/** A name that fits several skills is told apart from one that fits none. */
async function refuseName(name: string, { workspace, io }: Context): Promise<number> {
  const explanation = await workspace.skills.explain(name);
  const isAmbiguous = explanation.kind === "name" && explanation.isAmbiguous;
  const names = isAmbiguous
    ? explanation.skills.map(({ skill }) => skill.qualifiedName)
    : nearNames(
        name,
        workspace.skills.list().map(({ skill }) => skill.callName),
      );
  const unloaded = isAmbiguous ? undefined : findUnloaded(name, workspace.skills.diagnostics);
  if (unloaded !== undefined) {
    const { because, hint } = unloaded;
    io.tell({ level: "error", message: `there is no skill ${name}: ${because}`, ...(hint !== undefined && { hint }) });
    return EXIT_ERROR;
  }
  const message = isAmbiguous ? `several skills are called ${name}` : `there is no skill ${name}`;
  const hint = names.length > 0 ? `did you mean ${names.join(", ")}?` : "skillful skills list --all shows every skill";
  io.tell({ level: "error", message, hint });
  return EXIT_ERROR;
}

function writeJson(value: unknown, io: ProgramIo): void {
  io.out.write(`${formatPrintableJson(value, 2)}\n`);
}
