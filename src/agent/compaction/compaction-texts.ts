/** What the model reads when a conversation is compacted: the request for a summary, and the new start of the history. */
import { formatReminder } from "../../engine/index.ts";

const SUMMARY_REQUEST = `This conversation is about to be compacted: what you write now takes the place of every message above. Do not call a tool and do not go on with the work; answer in text only.

Write a summary of the conversation from which the work can go on without anything else. Use these headings, and leave out one that has nothing under it:

## Request
What the user wants, with every later wish, correction and refusal. Quote short messages word for word.

## Done
What was done and found out: files that were read, written or edited, with their paths; commands and what they showed; decisions and the reasons for them; what was tried and did not work.

## Where it stands
What was under way just now, and the next step of it. Name only work that the user has asked for.

## To keep
What is needed word for word: names, numbers, commands, fragments of code, error messages, answers the user gave.

Leave out the texts of skills: those that are in use are put back by themselves. Write in the language of the conversation.`;

const SUMMARY_START = `The conversation up to here was compacted: its messages are gone, and the summary that you wrote of them stands in their place. It is earlier context, not a new request.`;

const REQUEST_GOES_ON =
  "This is the user's latest message, from before the conversation was compacted. If the work on it had begun, the summary says where it stands: go on from there, without doing again what is done.";

/** Stands for messages that a summary was written without. */
export const LEFT_OUT_MESSAGES = "[Earlier messages do not fit here and were left out.]";

/** Stands for the rest of a text. */
export const LEFT_OUT_TEXT = "[Left out, because it does not fit.]";

/** The request for a summary; `instructions` is what the person wants of it, or nothing. */
export function formatSummaryRequest(instructions: string): string {
  return instructions === "" ? SUMMARY_REQUEST : `${SUMMARY_REQUEST}\n\nThe user asks of the summary: ${instructions}`;
}

/** The summary as the first message of the new history, followed by the skills' texts where there are any. */
export function formatSummary(summary: string, skills: string | undefined): string {
  return [formatReminder(`${SUMMARY_START}\n\n${summary}`), ...(skills === undefined ? [] : [skills])].join("\n\n");
}

/** The message that the model was working on, or is to work on, when the conversation was compacted. */
export function formatOpenRequest(request: string): string {
  return `${request}\n\n${formatReminder(REQUEST_GOES_ON)}`;
}
