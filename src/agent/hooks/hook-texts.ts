/** What hooks bring into the conversation, in words for the model. */
import { defuseReminderTags, formatReminder } from "../../engine/index.ts";

const CONTEXT = "Hooks that the user has set up add this:";
const FEEDBACK = "The call has been carried out. A hook that the user has set up objects to it:";
const GO_ON = "A hook that the user has set up does not let you stop yet:";
const REFUSAL = "The call was not run. A hook that the user has set up forbids it:";

/** A text with what hooks add at its end; without additions it comes back as it is. */
export function withHookContext(text: string, context: readonly string[]): string {
  return context.length === 0 ? text : `${text}\n\n${formatHookContext(context)}`;
}

/** What hooks add, as one complete reminder. */
export function formatHookContext(context: readonly string[]): string {
  return formatReminder(`${CONTEXT}\n\n${context.join("\n\n")}`);
}

export function formatRefusal(reason: string): string {
  return `${REFUSAL} ${defuseReminderTags(reason)}`;
}

/** For a call that has run already. */
export function formatFeedback(reason: string): string {
  return `${FEEDBACK} ${defuseReminderTags(reason)}`;
}

export function formatGoOn(reason: string): string {
  return formatReminder(`${GO_ON}\n\n${reason}`);
}
