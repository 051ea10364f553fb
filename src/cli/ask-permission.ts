/** Asks the person whether a tool call or a skill may go on: once, for this session, for good, or not, with or without words. */
import type { PermissionAnswer, PermissionQuestion } from "../agent/index.ts";
import { formatNotice } from "./format-notice.ts";
import type { Palette } from "./palette.ts";
import { explainChoices, listChoices, type PermissionChoice, parseChoice } from "./permission-choices.ts";
import { previewCall } from "./preview-call.ts";
import { printableLine, printableText } from "./printable-text.ts";
import { relativeFile } from "./relative-file.ts";
import { summarizeToolCall } from "./summarize-tool-call.ts";
import { wrapText } from "./wrap-text.ts";

/** What asking needs of the terminal. */
export interface Asker {
  write(text: string): void;
  /** Undefined when the person would not answer. */
  ask(question: string): Promise<string | undefined>;
}

export interface AskPermissionOptions {
  readonly asker: Asker;
  readonly palette: Palette;
  readonly columns: number;
  /** Absolute working directory; files below it are shown from there. */
  readonly cwd: string;
}

/** Asks again until the answer is one of those offered; no answer is a no. Rejects when the turn is stopped meanwhile. */
export async function askPermission(
  question: PermissionQuestion,
  options: AskPermissionOptions,
): Promise<PermissionAnswer> {
  const { asker, palette, columns } = options;
  const choices = listChoices(question);
  asker.write(`\n${palette.yellow("?")} ${showCall(question, options)}`);
  asker.write(`  ${palette.dim(printableLine(question.reason, columns * 3))}\n`);
  for (const row of explainChoices(question, options.cwd)) asker.write(dimmed(row, options));
  for (;;) {
    const typed = await untilAborted(
      asker.ask(`  ${choices.map(({ label }) => label).join(", ")} ${palette.yellow("›")} `),
      question.signal,
    );
    if (typed === undefined) return { kind: "deny" };
    const choice = parseChoice(typed, choices);
    if (choice !== undefined) return carryOut(choice, question, options);
    const keys = choices.map(({ key }) => key).join(", ");
    asker.write(`  ${palette.dim(`answer ${keys}, or n and words for the model`)}\n`);
  }
}

/** The call, then what it would do, line by line. */
function showCall({ tool, input }: PermissionQuestion, { palette, columns }: AskPermissionOptions): string {
  const preview = previewCall(tool, input, columns - tool.length - 3);
  // A command that is shown below is not cut short above.
  const isBelow = tool === "Bash" && preview.length > 0;
  const call = isBelow ? tool : summarizeToolCall(tool, input, columns * 4);
  const lines = preview.map(({ kind, text }) => {
    switch (kind) {
      case "added":
        return `    ${palette.green(`+ ${text}`)}`;
      case "removed":
        return `    ${palette.red(`- ${text}`)}`;
      case "omitted":
        return `    ${palette.dim(text)}`;
      case "same":
        return isBelow ? `    ${text}` : `      ${text}`;
      default:
        return kind satisfies never;
    }
  });
  return [palette.bold(call), ...lines, ""].join("\n");
}

async function carryOut(
  { kind, message }: PermissionChoice,
  { suggestions, always }: PermissionQuestion,
  options: AskPermissionOptions,
): Promise<PermissionAnswer> {
  switch (kind) {
    case "once":
      return { kind: "allow" };
    case "session":
      return { kind: "allow", remember: suggestions };
    case "always":
      if (always.kind === "offered") await keep(always, options);
      return { kind: "allow" };
    case "no":
      return { kind: "deny", ...(message !== undefined && { message }) };
    default:
      return kind satisfies never;
  }
}

/** The call goes on either way: what cannot be written holds for this session. */
async function keep(
  always: Extract<PermissionQuestion["always"], { kind: "offered" }>,
  options: AskPermissionOptions,
): Promise<void> {
  const { asker, palette, columns, cwd } = options;
  const saved = await always.save();
  switch (saved.kind) {
    case "saved": {
      const text = `  kept in ${relativeFile(always.path, cwd)}. ${saved.note ?? ""}`.trimEnd();
      asker.write(dimmed(printableText(text), options));
      return;
    }
    case "failed": {
      const message = `not kept, so it holds for this session only: ${saved.message}`;
      const notice = { level: "warning", message, ...(saved.hint !== undefined && { hint: saved.hint }) } as const;
      asker.write(formatNotice(notice, palette, columns));
      return;
    }
    default:
      saved satisfies never;
  }
}

/** Wrapped, and painted line by line. */
function dimmed(text: string, { palette, columns }: AskPermissionOptions): string {
  const lines = wrapText(text, columns).split("\n");
  return `${lines.map(palette.dim).join("\n")}\n`;
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
