/** `--output-format json`: one result object for each message, notices on standard error. */
import { type PrintReporter, type TurnEnd, turnProblem } from "./print-reporter.ts";
import { formatPrintableJson } from "./printable-json.ts";
import type { ProgramIo } from "./program-io.ts";
import { reportAnswers } from "./report-answers.ts";

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
export function createJsonReporter(options: Pick<ProgramIo, "out" | "tell">): PrintReporter {
  let sessionId = "";
  return {
    sessionStart(facts) {
      sessionId = facts.sessionId;
    },
    ...reportAnswers(options.tell, (end) =>
      options.out.write(`${formatPrintableJson(resultObject(sessionId, end))}\n`),
    ),
  };
}
