/** What `text` and `json` share: everything but the answer goes to standard error, and the answer comes when the turn ends. */
import { createAnswerTracker } from "./answer-tracker.ts";
import { type Notice, retryNotice } from "./format-notice.ts";
import type { PrintReporter, TurnEnd } from "./print-reporter.ts";

/** `answered` gets the end of each turn with its answer in `text`, after the notices of the turn. */
export function reportAnswers(
  tell: (notice: Notice) => void,
  answered: (end: TurnEnd) => void,
): Pick<PrintReporter, "event" | "problem"> {
  const tracker = createAnswerTracker();
  return {
    problem: tell,
    event(event) {
      if (tracker.hold(event)) return;
      if (event.type === "retry") tell(retryNotice(event));
      else if (event.type === "notice") tell(event);
      else if (event.type === "turn-end" && event.agent === "main") {
        const { text, held } = tracker.answer(event);
        for (const message of held) tell({ level: "info", message });
        answered({ ...event, text });
      }
    },
  };
}
