/** Finds the likely mistake behind a YAML error and says how to write the line instead. */

/**
 * One sentence on how to mend the line with the error, with the corrected line where it can be told. `offset` is where
 * the parser gave up, which is often one line after the mistake. Pure.
 */
export function suggestYamlFix(yaml: string, offset: number): string {
  const before = yaml.slice(0, offset).split("\n");
  const lines = yaml.split("\n");
  const at = Math.min(before.length - 1, lines.length - 1);
  const line = lines[at] ?? "";
  if (/^ *\t/.test(line)) return "indent with spaces; YAML does not allow tabs there";
  for (let index = Math.max(0, at - 1); index <= at; index++) {
    const fixed = quoteGlobItem(lines[index] ?? "") ?? quoteColonValue(lines[index] ?? "");
    if (fixed !== undefined) return `quote the value: \`${shorten(fixed)}\``;
  }
  // Only a value that starts on a line of its own key can be the one that was left open.
  for (let index = at; index >= 0; index--) {
    const open = openValue(lines[index] ?? "");
    if (open === undefined) continue;
    return `close the ${open} that is opened here, or quote the whole value: \`${shorten((lines[index] ?? "").trim())}\``;
  }
  return "put the value in double quotes, or write it as an indented text below `key: |`";
}

/** `- **\/*.ts` and `- {a,b}/*`, `- @scope/x`: list items that need quotes. */
function quoteGlobItem(line: string): string | undefined {
  const match = /^(\s*- +)([*{@`%!&].*)$/.exec(line);
  return match ? `${match[1]?.trimStart()}${JSON.stringify(match[2]?.trimEnd())}` : undefined;
}

/** `key: text: more text`, at any depth and in list items. */
function quoteColonValue(line: string): string | undefined {
  const match = /^(\s*(?:- +)*[^\s:"'#[{][^:]*: +)([^"'[{|>\s].*:(?: .*)?)$/.exec(line);
  return match ? `${match[1]?.trimStart()}${JSON.stringify(match[2]?.trimEnd())}` : undefined;
}

function openValue(line: string): "quote" | "bracket" | "brace" | undefined {
  const value = /^\s*(?:- +)?(?:[^\s:"'][^:]*:)?\s+(["'[{].*)$/.exec(line)?.[1];
  if (value === undefined) return undefined;
  const opener = value.charAt(0);
  if (opener === "[") return value.includes("]") ? undefined : "bracket";
  if (opener === "{") return value.includes("}") ? undefined : "brace";
  return value.indexOf(opener, 1) === -1 ? "quote" : undefined;
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 150)}…${text.endsWith('"') ? '"' : ""}` : text;
}
