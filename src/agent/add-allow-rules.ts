/** Adds allow rules to the text of a settings file and leaves every other character of it as it is. */
import type { Diagnostic, JsonMember } from "../engine/index.ts";
import { type ArrayNode, type ObjectNode, type Place, parseSettingsJson, plainValue } from "./settings-json.ts";

export type EditedSettings =
  | { readonly kind: "changed"; readonly text: string }
  /** The rules are there already. */
  | { readonly kind: "unchanged" }
  /** Not JSON, or something else than a list where the rules belong. */
  | { readonly kind: "invalid"; readonly diagnostic: Diagnostic };

/** Adds to `permissions.allow`. Undefined stands for a file that does not exist. `path` is for the diagnostic. Pure. */
export function addAllowRules(
  text: string | undefined,
  { rules, path }: { readonly rules: readonly string[]; readonly path: string },
): EditedSettings {
  const wanted = [...new Set(rules)];
  if (text === undefined) {
    return { kind: "changed", text: `${JSON.stringify({ permissions: { allow: wanted } }, undefined, 2)}\n` };
  }
  const json = parseSettingsJson(text, path);
  if (json.kind === "invalid") return json;
  const at = (offset: number) => ({ path, ...json.placeOf(offset) });
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const source = text.slice(bom.length);
  const changed = (edited: string): EditedSettings => ({ kind: "changed", text: bom + edited });

  const permissions = lastMember(json.root, "permissions");
  if (permissions === undefined) {
    return changed(insert(source, json.root, [{ key: "permissions", value: { allow: wanted } }]));
  }
  if (permissions.value.kind !== "object") return wrongShape(permissions, "an object", at);
  const allow = lastMember(permissions.value, "allow");
  if (allow === undefined) return changed(insert(source, permissions.value, [{ key: "allow", value: wanted }]));
  if (allow.value.kind !== "array") return wrongShape(allow, "a list", at);
  const present = allow.value.items.map(plainValue);
  const missing = wanted.filter((rule) => !present.includes(rule));
  if (missing.length === 0) return { kind: "unchanged" };
  return changed(
    insert(
      source,
      allow.value,
      missing.map((value) => ({ value })),
    ),
  );
}

/** Of doubles the last one counts, as everywhere in JSON. */
function lastMember(node: ObjectNode, name: string): JsonMember | undefined {
  return node.members.filter(({ key }) => key === name).at(-1);
}

function wrongShape(
  { key, value }: JsonMember,
  expected: string,
  at: (offset: number) => Place & { readonly path: string },
): EditedSettings {
  const diagnostic: Diagnostic = {
    code: "settings-value",
    severity: "error",
    ...at(value.offset),
    message: `expected ${expected} under ${key}`,
    hint: 'Write it as "permissions": { "allow": [] }.',
  };
  return { kind: "invalid", diagnostic };
}

interface Item {
  /** Present for a member of an object. */
  readonly key?: string;
  readonly value: unknown;
}

/** Where an entry of an object or a list begins, and the offset behind it. */
interface Span {
  readonly offset: number;
  readonly end: number;
}

function toSpan({ offset, value }: JsonMember): Span {
  return { offset, end: value.end };
}

/** Puts items behind the last one of an object or a list, laid out as what stands there. */
function insert(source: string, node: ObjectNode | ArrayNode, items: readonly Item[]): string {
  const open = node.offset + 1;
  const inside = source.slice(open, node.end - 1);
  const present = node.kind === "object" ? node.members.map(toSpan) : node.items;
  const last = present.at(-1);
  const at = last?.end ?? open;
  const put = (text: string) => source.slice(0, at) + text + source.slice(at);

  const lineBreak = source.includes("\r\n") ? "\r\n" : "\n";
  if (!isSpread(source, node, present)) {
    const blank = /[:,] /.test(source) ? " " : "";
    const texts = items.map(({ key, value }) => member(key, blank) + JSON.stringify(value));
    return put([...(last === undefined ? [] : [""]), ...texts].join(`,${blank}`));
  }
  const unit = indentUnit(source, open);
  const own = indentAt(source, open);
  const child = last === undefined ? own + unit : indentAt(source, last.offset);
  const lines = items.map(({ key, value }) => {
    const text = JSON.stringify(value, undefined, unit).replaceAll("\n", `${lineBreak}${child}`);
    return `${lineBreak}${child}${member(key, " ")}${text}`;
  });
  const end = last === undefined && !inside.includes("\n") ? lineBreak + own : "";
  return put((last === undefined ? "" : ",") + lines.join(",") + end);
}

function member(key: string | undefined, blank: string): string {
  return key === undefined ? "" : `${JSON.stringify(key)}:${blank}`;
}

/** Whether each item stands on a line of its own. What is empty is laid out as the file is. */
function isSpread(source: string, node: ObjectNode | ArrayNode, present: readonly Span[]): boolean {
  const [first] = present;
  if (first !== undefined) return source.slice(node.offset, first.offset).includes("\n");
  const content = source.trim();
  return content.includes("\n") || node.end - node.offset === content.length;
}

/** The white space that begins the line of an offset. */
function indentAt(source: string, offset: number): string {
  const start = source.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(start, offset))?.[0] ?? "";
}

/** One step of indentation, as the first indented line has it. */
function indentUnit(source: string, open: number): string {
  return /\n([ \t]+)\S/.exec(source)?.[1] ?? (indentAt(source, open) || "  ");
}
