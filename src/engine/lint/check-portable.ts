/** Checks a skill against the open standard, strictly: six fields, their types and lengths, and how it is named. */
import { basename } from "node:path";
import type { FieldName } from "../field-names.ts";
import type { YamlEntry, YamlNode } from "../yaml-tree.ts";
import type { LintCheck, LintFinding } from "./lint-check.ts";
import type { LintSubject } from "./lint-subject.ts";
import { portableNameFault } from "./portable-name.ts";

const FIELDS = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"] as const;
type PortableField = (typeof FIELDS)[number] & FieldName;
/** Code points. */
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;

/** Everything it finds is an error: the file would be refused elsewhere. */
export const checkPortable: LintCheck = (subject) => {
  if (subject.file.kind === "command") {
    const message = "The open standard knows no command files.";
    const hint = "Make it a skill: a directory of its name with a SKILL.md.";
    return [fault("portable-command", 0, { message, hint })];
  }
  return [
    ...checkFileName(subject),
    ...checkYaml(subject),
    ...checkFields(subject),
    ...checkName(subject),
    ...checkDescription(subject),
    ...checkTexts(subject),
    ...checkMetadata(subject),
    ...checkTools(subject),
  ];
};

interface Words {
  readonly message: string;
  readonly hint: string;
}

function fault(code: LintFinding["code"], offset: number, words: Words): LintFinding {
  return { code, severity: "error", ...words, where: "fields", offset };
}

function checkFileName({ file }: LintSubject): readonly LintFinding[] {
  const name = basename(file.path);
  if (name === "SKILL.md") return [];
  const message = `The file is called ${JSON.stringify(name)}; the open standard knows only SKILL.md.`;
  return [fault("portable-file-name", 0, { message, hint: "Rename it to SKILL.md." })];
}

/** What our reader mends, others refuse. */
function checkYaml({ repairs, root, file }: LintSubject): readonly LintFinding[] {
  const repaired = repairs.map(({ key, corrected, offset }) =>
    fault("portable-yaml", offset, {
      message: `The value of \`${key.slice(0, 80)}\` is not valid YAML without quotes.`,
      hint: `Write \`${corrected.slice(0, 160)}\`.`,
    }),
  );
  const repeated = root.entries.flatMap(({ key, start }, index) =>
    root.entries.findIndex((entry) => entry.key === key) === index
      ? []
      : fault("portable-yaml", start, {
          message: `\`${key.slice(0, 80)}\` is given more than once, which strict readers refuse.`,
          hint: "Keep one of them.",
        }),
  );
  const marked = hasByteOrderMark(file.bytes)
    ? [fault("portable-yaml", 0, { message: "The file begins with a byte order mark.", hint: "Save it without one." })]
    : [];
  return [...marked, ...repaired, ...repeated];
}

function checkFields({ root }: LintSubject): readonly LintFinding[] {
  return root.entries
    .filter(({ key }) => !FIELDS.some((field) => field === key))
    .map(({ key, start }) =>
      fault("portable-field", start, {
        message: `\`${key.slice(0, 80)}\` is not a field of the open standard.`,
        hint: `The fields are ${FIELDS.join(", ")}; put others below \`metadata\`.`,
      }),
    );
}

function checkName({ root, file }: LintSubject): readonly LintFinding[] {
  const hint = "Use 1 to 64 lower-case letters and digits, with single `-` between them: the directory's name.";
  const entry = entryOf(root.entries, "name");
  const text = textOf(entry?.value);
  if (entry === undefined || text === undefined) {
    return [fault("portable-name", entry?.start ?? 0, { message: "There is no `name`.", hint })];
  }
  const problem = portableNameFault(text);
  if (problem !== undefined) {
    return [fault("portable-name", entry.value.start, { message: `The name ${quote(text)} ${problem}.`, hint })];
  }
  if (text.normalize("NFKC").trim() === file.directoryName.normalize("NFKC")) return [];
  const message = `The name ${quote(text)} is not that of its directory, ${quote(file.directoryName)}.`;
  return [fault("portable-name", entry.value.start, { message, hint })];
}

function checkDescription({ root }: LintSubject): readonly LintFinding[] {
  const entry = entryOf(root.entries, "description");
  const text = textOf(entry?.value)?.trim() ?? "";
  const hint = `Say in up to ${MAX_DESCRIPTION} characters what the skill does and when to use it.`;
  if (text === "") {
    return [fault("portable-description", entry?.start ?? 0, { message: "There is no `description`.", hint })];
  }
  const length = [...text].length;
  if (entry === undefined || length <= MAX_DESCRIPTION) return [];
  return [
    fault("portable-description", entry.value.start, { message: `The description has ${length} characters.`, hint }),
  ];
}

function checkTexts({ root }: LintSubject): readonly LintFinding[] {
  const entry = entryOf(root.entries, "compatibility");
  if (entry === undefined) return [];
  const length = [...(textOf(entry.value)?.trim() ?? "")].length;
  if (length > 0 && length <= MAX_COMPATIBILITY) return [];
  const message = "`compatibility` is not a text of 1 to 500 characters.";
  const hint = "Name the products, packages or network access that the skill needs, or leave the field out.";
  return [fault("portable-compatibility", entry.value.start, { message, hint })];
}

function checkMetadata({ root }: LintSubject): readonly LintFinding[] {
  const entry = entryOf(root.entries, "metadata");
  if (entry === undefined) return [];
  const hint = "Write one `  key: text` a line below `metadata:`.";
  if (entry.value.kind !== "map") {
    const message = "`metadata` is not a map of keys to texts.";
    return [fault("portable-metadata", entry.value.start, { message, hint })];
  }
  return entry.value.entries
    .filter(({ value }) => value.kind !== "scalar" || value.value === null)
    .map(({ key, start }) =>
      fault("portable-metadata", start, { message: `\`metadata.${key.slice(0, 80)}\` is not a text.`, hint }),
    );
}

/** One string with blanks between the tools; commas are not in the standard. */
function checkTools({ root, definition }: LintSubject): readonly LintFinding[] {
  const entry = entryOf(root.entries, "allowed-tools");
  if (entry === undefined) return [];
  const text = textOf(entry.value);
  const outside = text?.replace(/\([^()]*\)/g, "");
  if (outside !== undefined && !outside.includes(",")) return [];
  const message = `\`allowed-tools\` is not one text with blanks between the tools.`;
  const hint = `Write \`allowed-tools: ${definition.allowedTools.join(" ").slice(0, 160)}\`.`;
  return [fault("portable-tools", entry.value.start, { message, hint })];
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function entryOf(entries: readonly YamlEntry[], field: PortableField): YamlEntry | undefined {
  return entries.findLast(({ key }) => key === field);
}

/** Strict readers take every scalar as text. */
function textOf(node: YamlNode | undefined): string | undefined {
  return node?.kind === "scalar" && node.value !== null ? String(node.value) : undefined;
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}
