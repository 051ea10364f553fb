/** `--output-format text`: the final answer on standard output, everything else on standard error. */
import { createAnswerTracker } from "./answer-tracker.ts";
import { formatNotice, type Notice, retryNotice } from "./format-notice.ts";
import type { Output } from "./output.ts";
import type { Palette } from "./palette.ts";
import { type PrintReporter, turnProblem } from "./print-reporter.ts";

/** What a command such as `/help` says is the answer when no model was asked. */
export function createTextReporter(options: { out: Output; err: Output; palette: Palette }): PrintReporter {
  const { out, err, palette } = options;
  const tracker = createAnswerTracker();
  const complain = (notice: Notice) => err.write(formatNotice(notice, palette));
  return {
    sessionStart() {},
    problem: complain,
    event(event) {
      if (tracker.hold(event)) return;
      if (event.type === "retry") complain(retryNotice(event));
      else if (event.type === "notice") complain(event);
      else if (event.type === "turn-end" && event.agent === "main") {
        const { text, held } = tracker.answer(event);
        for (const message of held) complain({ level: "info", message });
        if (text !== "") out.write(text.endsWith("\n") ? text : `${text}\n`);
        const problem = turnProblem(event);
        if (problem !== undefined) complain(problem);
      }
    },
  };
}
