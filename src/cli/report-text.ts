/** `--output-format text`: the final answer on standard output, everything else on standard error. */
import { type PrintReporter, turnProblem } from "./print-reporter.ts";
import type { ProgramIo } from "./program-io.ts";
import { reportAnswers } from "./report-answers.ts";

/** What a command such as `/help` says is the answer when no model was asked. */
export function createTextReporter({ out, tell }: Pick<ProgramIo, "out" | "tell">): PrintReporter {
  return {
    sessionStart() {},
    ...reportAnswers(tell, (end) => {
      if (end.text !== "") out.write(end.text.endsWith("\n") ? end.text : `${end.text}\n`);
      const problem = turnProblem(end);
      if (problem !== undefined) tell(problem);
    }),
  };
}
