/** Turns the events of a turn into what a person sees in the terminal: streamed text, one line for each tool call and skill. */
import type { AgentEvent } from "../agent/index.ts";
import { formatNotice, type Notice, retryNotice } from "./format-notice.ts";
import type { Palette } from "./palette.ts";
import { turnProblem } from "./print-reporter.ts";
import { printableLine, printableText } from "./printable-text.ts";
import { summarizeToolCall, summarizeToolResult } from "./summarize-tool-call.ts";
import { textWidth } from "./text-width.ts";
import { createWordWrap } from "./word-wrap.ts";

export interface TurnRenderer {
  /** Text to write for this event; may be empty. */
  render(event: AgentEvent): string;
  /** Text to write before somebody else writes, such as a question: leaves the cursor at the start of a fresh line. */
  giveWay(): string;
}

export interface TurnRendererOptions {
  readonly palette: Palette;
  /** Columns of the terminal; asked anew for every line, because windows change. */
  readonly columns: () => number;
  /** True for a terminal: shows what is going on in a line that is wiped when something is there to read. */
  readonly transient: boolean;
}

/** What a long call leaves for its result. */
const RESULT_COLUMNS = 24;

const WIPE_LINE = "\r\u001b[K";

/** One renderer serves one conversation. What a fork does is indented under it, and its text stays inside it. */
export function createTurnRenderer(options: TurnRendererOptions): TurnRenderer {
  const { palette, columns, transient } = options;
  let statusShown = false;
  let atLineStart = true;
  /** True when the last thing written was streamed text, which wants a blank line after it. */
  let inText = false;
  /** True when a line about a tool or a skill was the last thing written: text sets itself off with a blank line. */
  let afterLine = false;
  let forkDepth = 0;
  const calls = new Map<string, string>();
  /** Skills that woke up and have no line yet. */
  const awake: string[] = [];
  const wrap = transient ? createWordWrap(columns) : undefined;

  /** Columns for text that may take several lines; output that is not a terminal is not wrapped. */
  const room = () => (transient ? Math.max(20, columns() - 2 * forkDepth) : Number.POSITIVE_INFINITY);
  const width = () => Math.max(20, columns() - 4 - 2 * forkDepth);

  function wipe(): string {
    if (!statusShown) return "";
    statusShown = false;
    return WIPE_LINE;
  }

  function status(text: string): string {
    if (!transient || !atLineStart) return "";
    const line = `${wipe()}${"  ".repeat(forkDepth)}${palette.dim(`· ${printableLine(text, width())}`)}`;
    statusShown = true;
    return line;
  }

  /** Ends streamed text: its last word, and the line it is in. */
  function endText(): string {
    const rest = wrap?.end() ?? "";
    const isOpen = !atLineStart || rest !== "";
    atLineStart = true;
    return `${wipe()}${rest}${isOpen ? "\n" : ""}`;
  }

  function line(text: string): string {
    const before = `${endText()}${inText ? "\n" : ""}`;
    inText = false;
    afterLine = true;
    return `${before}${text.replace(/^(?=.)/gm, "  ".repeat(forkDepth))}\n`;
  }

  function streamed(delta: string): string {
    const text = printableText(inText ? delta : delta.trimStart());
    if (text === "") return "";
    const before = `${wipe()}${afterLine ? "\n" : ""}`;
    inText = true;
    afterLine = false;
    const wrapped = wrap?.push(text) ?? text;
    if (wrapped !== "") atLineStart = wrapped.endsWith("\n");
    return before + wrapped;
  }

  function toolLine(event: Extract<AgentEvent, { type: "tool-end" }>): string {
    const call = calls.get(event.id) ?? event.name;
    calls.delete(event.id);
    // An invoked skill has its own line; only what went wrong is worth a second one.
    if (event.name === "Skill" && !event.isError) return "";
    // One line for both: a long call makes room for the result, a long result takes what is left.
    const both = width() - 1;
    const said = summarizeToolResult(event, both);
    const shown = printableLine(call, Math.max(12, both - Math.min(textWidth(said), RESULT_COLUMNS)));
    const result = printableLine(said, Math.max(12, both - textWidth(shown)));
    if (event.isError) return line(`${palette.red("✗")} ${shown} ${palette.red(`· ${result}`)}`);
    return line(`${palette.green("●")} ${shown} ${palette.dim(`· ${result}`)}`);
  }

  function notice(said: Notice): string {
    return line(formatNotice(said, palette, room()).trimEnd());
  }

  function wakeLine(): string {
    if (awake.length === 0) return "";
    const names = awake.splice(0).map((name) => palette.bold(printableLine(name, 60)));
    return line(
      `${palette.magenta("◆")} ${names.join(", ")} ${palette.dim("woke up: a file it waits for was touched")}`,
    );
  }

  function skillStart(event: Extract<AgentEvent, { type: "skill-start" }>): string {
    const args = printableLine(event.args, Math.max(12, width() - event.skill.length - 8));
    const mode = event.mode === "fork" ? palette.dim(" in a fork") : "";
    const text = line(
      `${palette.magenta("◆")} ${palette.bold(printableLine(event.skill, 60))}${args === "" ? "" : ` ${args}`}${mode}`,
    );
    if (event.mode === "fork") forkDepth += 1;
    return text;
  }

  function skillEnd(event: Extract<AgentEvent, { type: "skill-end" }>): string {
    const text = wipe();
    if (event.mode === "fork") forkDepth = Math.max(0, forkDepth - 1);
    if (event.isError) return text + line(`${palette.red("✗")} ${printableLine(event.skill, 60)} failed`);
    return text;
  }

  function turnEnd(event: Extract<AgentEvent, { type: "turn-end" }>): string {
    // A fork's end is told by its `skill-end`.
    if (event.agent !== "main") return "";
    forkDepth = 0;
    calls.clear();
    const closing = endText();
    inText = false;
    afterLine = false;
    const problem = turnProblem(event);
    return problem === undefined ? closing : `${closing}${formatNotice(problem, palette, room())}`;
  }

  return {
    giveWay: endText,
    render(event) {
      switch (event.type) {
        case "turn-start":
          return "";
        case "step-start":
        case "reasoning-delta":
          return statusShown ? "" : status("thinking");
        case "text-start":
          return "";
        case "text-delta":
          return event.agent === "main" ? streamed(event.text) : "";
        case "text-end": {
          return event.agent === "main" ? endText() : "";
        }
        case "tool-start": {
          const call = summarizeToolCall(event.name, event.input, width());
          calls.set(event.id, call);
          return status(call);
        }
        case "tool-end":
          return toolLine(event) + wakeLine();
        case "skill-start":
          return skillStart(event);
        case "skill-end":
          return skillEnd(event);
        case "skill-activated":
          awake.push(...event.skills);
          // The call that touched the file has its line first.
          return calls.size > 0 ? "" : wakeLine();
        case "compaction-start":
          return `${endText()}${status("compacting the conversation")}`;
        case "compaction-end":
          // What came of it is told by a notice, or by the end of the turn.
          return wipe();
        case "retry":
          return notice(retryNotice(event));
        case "notice":
          return notice(event);
        case "turn-end":
          return turnEnd(event);
        default:
          return event satisfies never;
      }
    },
  };
}
