/** Finds the commands that a skill's author wants run before the model sees the body. */

export interface InjectedCommand {
  /** What to run, without the markers. */
  readonly command: string;
  /** Offsets in the body of the whole construct, markers included; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly form: "inline" | "block";
}

const FENCE_LINE = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/;

/**
 * Finds `` !`command` `` at the start of a line or after white space, and blocks fenced with ```` ```! ````, in order.
 * Other code fences and code spans are documentation: nothing inside them is a command. Pure, linear.
 */
export function findInjectedCommands(body: string): readonly InjectedCommand[] {
  if (!body.includes("!")) return [];
  const found: InjectedCommand[] = [];
  let paragraphStart = 0;
  for (let lineStart = 0; lineStart < body.length; ) {
    const lineEnd = endOfLine(body, lineStart);
    const line = body.slice(lineStart, lineEnd);
    const fence = FENCE_LINE.exec(line);
    const isFence = fence !== null && !(fence[2]?.startsWith("`") && fence[3]?.includes("`"));
    if (isFence) {
      findInline(body, paragraphStart, lineStart, found);
      const block = readFence(body, lineEnd + 1, fence[2] ?? "");
      if (fence[3]?.trim() === "!" && fence[2]?.startsWith("`")) {
        const command = body.slice(lineEnd + 1, block.contentEnd).trim();
        if (command !== "") found.push({ command, start: lineStart, end: block.end, form: "block" });
      }
      lineStart = block.end + 1;
      paragraphStart = lineStart;
      continue;
    }
    lineStart = lineEnd + 1;
    if (line.trim() === "") {
      findInline(body, paragraphStart, lineStart, found);
      paragraphStart = lineStart;
    }
  }
  findInline(body, paragraphStart, body.length, found);
  return found;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Where a fenced block's content and the block itself end. An unclosed one reaches to the end of the text. */
function readFence(body: string, from: number, mark: string): { readonly contentEnd: number; readonly end: number } {
  for (let lineStart = from; lineStart < body.length; ) {
    const lineEnd = endOfLine(body, lineStart);
    const closing = FENCE_LINE.exec(body.slice(lineStart, lineEnd));
    if (closing?.[2]?.startsWith(mark) && closing[3]?.trim() === "") return { contentEnd: lineStart, end: lineEnd };
    lineStart = lineEnd + 1;
  }
  return { contentEnd: body.length, end: body.length };
}

/** Walks the code spans of one paragraph. A run of backticks closes at the next run of the same length. */
function findInline(body: string, from: number, to: number, found: InjectedCommand[]): void {
  const text = body.slice(from, to);
  if (!text.includes("!`")) return;
  const runs = [...text.matchAll(/`+/g)];
  const nextOfLength = closingRuns(runs);
  for (let index = 0; index < runs.length; ) {
    const run = runs[index];
    const closing = nextOfLength[index];
    if (run === undefined || closing === undefined) {
      index++;
      continue;
    }
    const start = run.index - 1;
    const end = (runs[closing]?.index ?? 0) + run[0].length;
    const command = text.slice(run.index + 1, end - 1);
    const isMarked = run[0].length === 1 && text[start] === "!" && /^(?:|\s)$/.test(text.charAt(start - 1));
    if (isMarked && command.trim() !== "" && !command.includes("\n")) {
      found.push({ command: command.trim(), start: from + start, end: from + end, form: "inline" });
    }
    index = closing + 1;
  }
}

/** For each run of backticks, the index of the next run of the same length. */
function closingRuns(runs: readonly RegExpExecArray[]): (number | undefined)[] {
  const next = new Map<number, number>();
  const closing: (number | undefined)[] = new Array(runs.length).fill(undefined);
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.[0].length ?? 0;
    closing[index] = next.get(length);
    next.set(length, index);
  }
  return closing;
}
