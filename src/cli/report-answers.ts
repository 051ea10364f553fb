/** What `text` and `json` share: everything but the answer goes to standard error, and the answer comes when the turn ends. */
import { createAnswerTracker } from "./answer-tracker.ts";
import { formatNotice, type Notice, retryNotice } from "./format-notice.ts";
import type { Output } from "./output.ts";
import type { Palette } from "./palette.ts";
import type { PrintReporter, TurnEnd } from "./print-reporter.ts";

/** `answered` gets the end of each turn with its answer in `text`, after the notices of the turn. */
export function reportAnswers(
  { err, palette }: { readonly err: Output; readonly palette: Palette },
  answered: (end: TurnEnd) => void,
): Pick<PrintReporter, "event" | "problem"> {
  const tracker = createAnswerTracker();
  const problem = (notice: Notice) => err.write(formatNotice(notice, palette));
  return {
    problem,
    event(event) {
      if (tracker.hold(event)) return;
      if (event.type === "retry") problem(retryNotice(event));
      else if (event.type === "notice") problem(event);
      else if (event.type === "turn-end" && event.agent === "main") {
        const { text, held } = tracker.answer(event);
        for (const message of held) problem({ level: "info", message });
        answered({ ...event, text });
      }
    },
  };
}
