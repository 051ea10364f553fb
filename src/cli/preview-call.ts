/** Shows what a tool call would do where its one line cannot: the whole command, what a file would hold, what an edit would change. Pure. */
import { printableText } from "./printable-text.ts";
import { textWidth } from "./text-width.ts";

export interface PreviewLine {
  readonly kind: "same" | "added" | "removed" | "omitted";
  /** Without a line break. */
  readonly text: string;
}

/** A command is shown whole up to here, because what is hidden could be anything. */
const MAX_COMMAND_LINES = 60;
const MAX_CHANGED_LINES = 16;
/** Lines that stay, shown on each side of those that change. */
const CONTEXT_LINES = 2;

/** Empty where one line of `columns` says it all. Takes any input that a model may send. */
export function previewCall(tool: string, input: unknown, columns: number): readonly PreviewLine[] {
  const text = (key: string): string | undefined => {
    const value = typeof input === "object" && input !== null ? Reflect.get(input, key) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  switch (tool) {
    case "Bash":
      return previewCommand(text("command") ?? "", columns);
    case "Write":
      return cut(marked("added", linesOf(text("content") ?? "")), MAX_CHANGED_LINES);
    case "Edit":
      return previewEdit(linesOf(text("old_string") ?? ""), linesOf(text("new_string") ?? ""));
    default:
      return [];
  }
}

/** Line breaks part commands, so that a command of several lines must not look like one. */
function previewCommand(command: string, columns: number): readonly PreviewLine[] {
  const lines = linesOf(command.trim());
  if (lines.length === 1 && textWidth(lines[0] ?? "") <= columns) return [];
  return cut(marked("same", lines), MAX_COMMAND_LINES);
}

function previewEdit(old: readonly string[], fresh: readonly string[]): readonly PreviewLine[] {
  const most = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < most && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  return [
    ...marked("same", old.slice(Math.max(0, start - CONTEXT_LINES), start)),
    ...cut(marked("removed", old.slice(start, old.length - end)), MAX_CHANGED_LINES),
    ...cut(marked("added", fresh.slice(start, fresh.length - end)), MAX_CHANGED_LINES),
    ...marked("same", old.slice(old.length - end, old.length - end + CONTEXT_LINES)),
  ];
}

function marked(kind: PreviewLine["kind"], lines: readonly string[]): readonly PreviewLine[] {
  return lines.map((text) => ({ kind, text }));
}

/** At most `limit` lines; the rest is counted. */
function cut(lines: readonly PreviewLine[], limit: number): readonly PreviewLine[] {
  if (lines.length <= limit + 1) return lines;
  return [...lines.slice(0, limit), { kind: "omitted", text: `… ${lines.length - limit} more lines` }];
}

function linesOf(text: string): readonly string[] {
  const printable = printableText(text);
  if (printable === "") return [];
  return (printable.endsWith("\n") ? printable.slice(0, -1) : printable).split("\n");
}
