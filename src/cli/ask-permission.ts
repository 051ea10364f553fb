/** Asks the person whether a tool call or a skill may go on: once, for this session, or not. */
import type { PermissionAnswer, PermissionQuestion } from "../agent/index.ts";
import type { Palette } from "./palette.ts";
import { printableLine } from "./printable-text.ts";
import { summarizeToolCall } from "./summarize-tool-call.ts";

/** What asking needs of the terminal. */
export interface Asker {
  write(text: string): void;
  /** Undefined when the person would not answer. */
  ask(question: string): Promise<string | undefined>;
}

/** Asks again until the answer is one of those offered; no answer is a no. Rejects when the turn is stopped meanwhile. */
export async function askPermission(
  question: PermissionQuestion,
  options: { readonly asker: Asker; readonly palette: Palette; readonly columns: number },
): Promise<PermissionAnswer> {
  const { asker, palette, columns } = options;
  const rule = question.suggestions[0];
  const call = summarizeToolCall(question.tool, question.input, columns * 4);
  asker.write(`\n${palette.yellow("?")} ${palette.bold(call)}\n`);
  asker.write(`  ${palette.dim(printableLine(question.reason, columns * 3))}\n`);
  if (rule !== undefined)
    asker.write(`  ${palette.dim(`s allows ${printableLine(rule, columns)} for this session`)}\n`);
  const choices = rule === undefined ? "[y]es, [n]o" : "[y]es once, [s]ession, [n]o";
  for (;;) {
    const typed = await untilAborted(asker.ask(`  ${choices} ${palette.yellow("›")} `), question.signal);
    if (typed === undefined) return { kind: "deny" };
    const answer = parseAnswer(typed, rule);
    if (answer !== undefined) return answer;
  }
}

/** Undefined for what was not offered, an empty line included: a slip must not allow anything. */
export function parseAnswer(typed: string, rule: string | undefined): PermissionAnswer | undefined {
  switch (typed.trim().toLowerCase()) {
    case "y":
    case "yes":
      return { kind: "allow" };
    case "s":
    case "session":
      return rule === undefined ? undefined : { kind: "allow", remember: [rule] };
    case "n":
    case "no":
      return { kind: "deny" };
    default:
      return undefined;
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
