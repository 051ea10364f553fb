/** Finds the commands that a skill's author wants run before the model sees the body. */
import { type CodeRegion, findCodeRegions } from "./code-regions.ts";

export interface InjectedCommand {
  /** What to run, without the markers. */
  readonly command: string;
  /** Offsets in the body of the whole construct, markers included; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** 1-based line of the body on which the construct starts. */
  readonly line: number;
  readonly form: "inline" | "block";
}

/**
 * Finds `` !`command` `` at the start of a line or after white space, and blocks fenced with ```` ```! ````, in order. All
 * other code is documentation: nothing inside it is a command. Pure, linear.
 */
export function findInjectedCommands(body: string): readonly InjectedCommand[] {
  return body.includes("!") ? commandsIn(body, findCodeRegions(body)) : [];
}

/** The same for a body whose code regions are known. */
export function commandsIn(body: string, regions: readonly CodeRegion[]): readonly InjectedCommand[] {
  const found: InjectedCommand[] = [];
  let line = 1;
  let counted = 0;
  for (const region of regions) {
    const marked = readMarked(body, region);
    if (marked === undefined) continue;
    for (let at = body.indexOf("\n", counted); at !== -1 && at < marked.start; at = body.indexOf("\n", at + 1)) {
      line += 1;
      counted = at + 1;
    }
    found.push({ ...marked, line });
  }
  return found;
}

function readMarked(body: string, region: CodeRegion): Omit<InjectedCommand, "line"> | undefined {
  const command = body.slice(region.contentStart, region.contentEnd).trim();
  if (command === "") return undefined;
  switch (region.kind) {
    case "fence": {
      const isClosed = region.contentEnd < region.end;
      const isMarked = region.info === "!" && isClosed && isBacktickFence(body, region);
      return isMarked ? { command, start: region.start, end: region.end, form: "block" } : undefined;
    }
    case "span": {
      const mark = region.start - 1;
      const isMarked = region.markLength === 1 && body[mark] === "!" && /^\s?$/.test(body.charAt(mark - 1));
      return isMarked && !command.includes("\n")
        ? { command, start: mark, end: region.end, form: "inline" }
        : undefined;
    }
    case "indented":
      return undefined;
    default:
      return region.kind satisfies never;
  }
}

/** Fences in quotes and lists, and those indented like code, show commands; and only backticks mark a block to run. */
function isBacktickFence(body: string, region: CodeRegion): boolean {
  return /^ {0,3}`/.test(body.slice(region.start, region.contentStart));
}
