/** `--output-format json`: one result object for each message, notices on standard error. */
import { createAnswerTracker } from "./answer-tracker.ts";
import { formatNotice, type Notice, retryNotice } from "./format-notice.ts";
import type { Output } from "./output.ts";
import type { Palette } from "./palette.ts";
import { type PrintReporter, type TurnEnd, turnProblem } from "./print-reporter.ts";
import { formatPrintableJson } from "./printable-json.ts";

/** The object that ends a message, in `json` and in `stream-json`. Anything but a finished answer is an error. */
export function resultObject(sessionId: string, end: TurnEnd): Record<string, unknown> {
  const problem = turnProblem(end);
  const base = { type: "result", result: end.text, sessionId, steps: end.steps, usage: end.usage };
  if (problem === undefined) return { ...base, isError: false };
  return {
    ...base,
    result: end.text === "" ? problem.message : end.text,
    isError: true,
    error: {
      code: end.error?.code ?? end.reason,
      message: problem.message,
      ...(problem.hint === undefined ? {} : { hint: problem.hint }),
    },
  };
}

/** What a command such as `/help` says is the result when no model was asked. */
export function createJsonReporter(options: { out: Output; err: Output; palette: Palette }): PrintReporter {
  const { out, err, palette } = options;
  const tracker = createAnswerTracker();
  const complain = (notice: Notice) => err.write(formatNotice(notice, palette));
  let sessionId = "";
  return {
    sessionStart(facts) {
      sessionId = facts.sessionId;
    },
    problem: complain,
    event(event) {
      if (tracker.hold(event)) return;
      if (event.type === "retry") complain(retryNotice(event));
      else if (event.type === "notice") complain(event);
      else if (event.type === "turn-end" && event.agent === "main") {
        const { text, held } = tracker.answer(event);
        for (const message of held) complain({ level: "info", message });
        out.write(`${formatPrintableJson(resultObject(sessionId, { ...event, text }))}\n`);
      }
    },
  };
}
