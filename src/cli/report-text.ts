/** `--output-format text`: the final answer on standard output, everything else on standard error. */
import { formatNotice } from "./format-notice.ts";
import type { Output } from "./output.ts";
import type { Palette } from "./palette.ts";
import { type PrintReporter, turnProblem } from "./print-reporter.ts";
import { reportAnswers } from "./report-answers.ts";

/** What a command such as `/help` says is the answer when no model was asked. */
export function createTextReporter(options: { out: Output; err: Output; palette: Palette }): PrintReporter {
  const { out, err, palette } = options;
  return {
    sessionStart() {},
    ...reportAnswers(options, (end) => {
      if (end.text !== "") out.write(end.text.endsWith("\n") ? end.text : `${end.text}\n`);
      const problem = turnProblem(end);
      if (problem !== undefined) err.write(formatNotice(problem, palette));
    }),
  };
}
