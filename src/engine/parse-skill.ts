/** Turns the bytes of one `SKILL.md` or command file into a skill definition, or says why it cannot be used. */
import { type DecodedText, decodeText } from "./decode-text.ts";
import { explainYamlProblem } from "./explain-yaml-problem.ts";
import { firstParagraph } from "./first-paragraph.ts";
import { splitNormalText } from "./frontmatter.ts";
import { findInjectedCommands } from "./injected-commands.ts";
import { readBlock } from "./read-block.ts";
import { readFields, type SkillFields } from "./read-fields.ts";
import type { Repair } from "./repair-yaml.ts";
import { createReport, type Report } from "./report.ts";
import { resolveNames } from "./resolve-names.ts";
import type { Diagnostic, SkillDefinition, SkillKind } from "./types.ts";
import { NO_FIELDS } from "./yaml-tree.ts";

/** Bytes. A larger file is refused unread. */
export const MAX_SKILL_BYTES = 1024 * 1024;
/** Characters: the open standard's limit for a description. */
const MAX_DESCRIPTION_LENGTH = 1024;
/** In every injected command. */
const COMMAND_MARK = /!`|`[^\S\n]*!/;
/** Characters of a corrected line that a hint repeats. */
const MAX_SHOWN = 160;

export interface SkillFile {
  readonly bytes: Uint8Array;
  /** For diagnostics only. */
  readonly path: string;
  /** Name of the directory that holds `SKILL.md`, or the command file's name without `.md`. */
  readonly directoryName: string;
  readonly kind: SkillKind;
}

export type ParsedSkill =
  | {
      readonly kind: "skill";
      readonly definition: SkillDefinition;
      /** Everything after the front matter, line breaks as LF. */
      readonly body: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** At least one of the diagnostics has severity error. */
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Parses a skill file. A file is refused when it is too large, is not UTF-8 text, never closes its front matter, or
 * when its front matter cannot be read for certain, because the fields that restrict it may be among those lost. Every
 * other flaw leaves a diagnostic and a defined value. Pure; never throws.
 */
export function parseSkill(file: SkillFile): ParsedSkill {
  if (file.bytes.length > MAX_SKILL_BYTES) {
    return refuse(file, {
      code: "too-large",
      message: `The file is larger than ${MAX_SKILL_BYTES / 1024} KiB.`,
      hint: "Move long material into files beside SKILL.md and refer to them.",
    });
  }
  const decoded = decodeText(file.bytes);
  if (decoded.kind === "not-utf8") {
    return refuse(file, {
      code: "not-utf8",
      message: `The file is ${decoded.encoding} text.`,
      hint: "Save it as UTF-8.",
    });
  }
  const { text } = decoded;
  const base = { path: file.path, text, earlier: describeFlaws(decoded, file.path) };
  const split = splitNormalText(text);
  switch (split.kind) {
    case "unclosed":
      return refuse(file, {
        code: "unclosed-frontmatter",
        line: 1,
        column: 1,
        // The log of failed files repeats this text, so it stays as it is.
        message: "unclosed front-matter block",
        hint: nearFence(text) ?? "Close the block with a line of exactly `---`.",
      });
    case "none": {
      const report = createReport({ ...base, block: text, blockLine: 1 });
      if (file.kind === "skill") reportMissingBlock(split.body, report);
      return finish(file, readFields(NO_FIELDS, { report, block: "", kind: file.kind }), split.body, report);
    }
    case "block": {
      const read = readBlock(split.yaml);
      const report = createReport({ ...base, block: read.text, blockLine: split.yamlLine });
      if (read.kind === "broken") {
        const { message, ...explanation } = explainYamlProblem(read.text, read.problem);
        const { code } = read.problem;
        const found = `The front matter cannot be read: ${message}.`;
        report.add({ code, severity: "error", message: found, ...explanation, frame: true });
        return { kind: "refused", diagnostics: report.diagnostics };
      }
      reportRepairs(read.repairs, report);
      return finish(file, readFields(read.root, { report, block: read.text, kind: file.kind }), split.body, report);
    }
    default:
      return split satisfies never;
  }
}

function refuse(file: SkillFile, fault: Omit<Diagnostic, "severity" | "path">): ParsedSkill {
  return { kind: "refused", diagnostics: [{ severity: "error", path: file.path, ...fault }] };
}

/** A line below the first that its author may have meant as the closing fence. */
function nearFence(text: string): string | undefined {
  const match = /\n([ \t]*[-\u2013\u2014]{2,}[^\s]{0,20}[ \t]*)(?:\n|$)/.exec(text);
  if (match === null) return undefined;
  const line = text.slice(0, match.index + 1).split("\n").length;
  return `Line ${line}, \`${match[1]}\`, is not a fence: close the block with a line of exactly \`---\`.`;
}

function describeFlaws({ text, flaws }: Extract<DecodedText, { kind: "text" }>, path: string): readonly Diagnostic[] {
  const report = createReport({ path, text, block: text, blockLine: 1 });
  for (const { code, offset } of flaws) {
    const what = code === "nul-bytes" ? "NUL bytes" : "bytes that are not UTF-8";
    const message = `The file holds ${what}; they were replaced by \uFFFD.`;
    report.add({ code, severity: "warning", message, hint: "Save it as UTF-8 text.", offset });
  }
  return report.diagnostics;
}

function reportRepairs(repairs: readonly Repair[], report: Report): void {
  for (const { key, corrected, offset } of repairs) {
    const shown = corrected.length > MAX_SHOWN ? `${corrected.slice(0, MAX_SHOWN)}…"` : corrected;
    report.add({
      code: "repaired-value",
      severity: "info",
      message: `The value of \`${key}\` needs quotes; it was read as if it had them.`,
      hint: `Write \`${shown}\`.`,
      offset,
    });
  }
}

function reportMissingBlock(body: string, report: Report): void {
  const late = /^\s*\n---[ \t]*\n/.test(body);
  report.add({
    code: "missing-frontmatter",
    severity: "warning",
    message: late
      ? "The first line is blank, so the file has no front matter; its fields are not read."
      : "The file has no front matter; its name is that of its directory.",
    hint: late ? "Begin the file with the `---` line." : "Begin the file with `---`, `description: …` and `---`.",
    offset: 0,
  });
}

function finish(file: SkillFile, fields: SkillFields | undefined, body: string, report: Report): ParsedSkill {
  if (fields === undefined) return { kind: "refused", diagnostics: report.diagnostics };
  const names = resolveNames(fields.name, file.directoryName, report);
  const description = fields.description ?? describeBody(body, file, report);
  if (isLongerThan(description, MAX_DESCRIPTION_LENGTH)) {
    report.add({
      code: "description-too-long",
      severity: "info",
      message: `The description has more than ${MAX_DESCRIPTION_LENGTH} characters; the listing shows its beginning.`,
      hint: "Say first what the skill does and when to use it.",
    });
  }
  if (body.trim() === "") {
    report.add({ code: "empty-body", severity: "warning", message: "The skill has no instructions below its fields." });
  }
  const { aliases } = fields.values;
  // The values were made for this definition alone; to copy them would be the most expensive step of all.
  const definition: SkillDefinition = Object.assign(fields.values, names, {
    aliases: aliases.includes(names.name) ? aliases.filter((alias) => alias !== names.name) : aliases,
    description,
    hasInjectedCommands: mayInject(body) && findInjectedCommands(body).length > 0,
  });
  return { kind: "skill", definition, body, diagnostics: report.diagnostics };
}

/** Few bodies have the mark, and to find the code in a body costs more than all the rest; most do not even have both signs. */
function mayInject(body: string): boolean {
  return body.includes("!") && body.includes("`") && COMMAND_MARK.test(body);
}

function describeBody(body: string, file: SkillFile, report: Report): string {
  const description = firstParagraph(body);
  if (file.kind === "skill") {
    report.add({
      code: "missing-description",
      severity: "warning",
      message: "There is no `description`; the first paragraph of the body is used.",
      hint: "Say in `description` what the skill does and when to use it: the model chooses by it.",
    });
  }
  return description;
}

function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}
