/** One file as the checks see it: what was parsed, its tree, its body, and where in the file each of them stands. */
import { decodeText } from "../decode-text.ts";
import { type FieldName, isExactSpelling, resolveFieldName } from "../field-names.ts";
import { splitNormalText } from "../frontmatter.ts";
import { parseSkill, type SkillFile } from "../parse-skill.ts";
import { readBlock } from "../read-block.ts";
import type { Repair } from "../repair-yaml.ts";
import type { Diagnostic, SkillDefinition } from "../types.ts";
import { NO_FIELDS, type YamlMap, type YamlNode } from "../yaml-tree.ts";

/** A file that became a skill. */
export interface LintSubject {
  readonly file: SkillFile;
  readonly definition: SkillDefinition;
  /** Of the whole file, line breaks as LF. */
  readonly text: string;
  readonly body: string;
  /** 1-based line of the file on which the body starts. */
  readonly bodyLine: number;
  /** The front matter as its tree's offsets count it; empty when there is none. */
  readonly block: string;
  /** 1-based line of the file on which `block` starts. */
  readonly blockLine: number;
  readonly root: YamlMap;
  readonly repairs: readonly Repair[];
}

export interface LintReading {
  /** Undefined when the file was refused. */
  readonly subject: LintSubject | undefined;
  /** Text of the whole file, for code frames; empty when it is not text. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a file and keeps what the checks need. Pure; never throws. */
export function readLintSubject(file: SkillFile): LintReading {
  const parsed = parseSkill(file);
  const { diagnostics } = parsed;
  if (diagnostics.some(({ code }) => code === "too-large" || code === "not-utf8")) {
    return { subject: undefined, text: "", diagnostics };
  }
  const decoded = decodeText(file.bytes);
  const text = decoded.kind === "text" ? decoded.text : "";
  if (parsed.kind === "refused") return { subject: undefined, text, diagnostics };
  const { definition, body } = parsed;
  const bodyLine = countLines(text.slice(0, text.length - body.length));
  const split = splitNormalText(text);
  const read = split.kind === "block" ? readBlock(split.yaml) : undefined;
  const fields =
    split.kind === "block" && read?.kind === "fields"
      ? { block: read.text, blockLine: split.yamlLine, root: read.root, repairs: read.repairs }
      : { block: "", blockLine: 1, root: NO_FIELDS, repairs: [] };
  return { subject: { file, definition, text, body, bodyLine, ...fields }, text, diagnostics };
}

/** The value of a field that counts, under whatever spelling; undefined when it is absent. */
export function findField(root: YamlMap, field: FieldName): YamlNode | undefined {
  const entries = root.entries.filter(({ key }) => resolveFieldName(key) === field);
  return (entries.findLast(({ key }) => isExactSpelling(key)) ?? entries.at(-1))?.value;
}

/** Where in the front matter `item` is written as part of a field's value; the value's own place when it is not there. */
export function offsetInField(subject: LintSubject, field: FieldName, item: string): number {
  const node = findField(subject.root, field);
  if (node === undefined) return 0;
  const at = subject.block.slice(node.start, node.end).indexOf(item);
  return node.start + Math.max(0, at);
}

/** The line on which a text that follows `before` starts. */
function countLines(before: string): number {
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line += 1;
  return line;
}
