/** The conversation as the demo model sees it: plain text and calls, with the reminders taken apart. */
import type { LanguageModelV3Prompt } from "@ai-sdk/provider";

export interface DemoToolResult {
  readonly tool: string;
  /** Without its reminders. */
  readonly text: string;
  readonly isError: boolean;
}

/** `announced` holds the lines `name: description` of the skills that reminders in the message list. */
export type DemoMessage =
  | {
      readonly role: "user";
      readonly text: string;
      readonly announced: readonly string[];
      /** What was written of the conversation before it was compacted. */
      readonly summary?: string;
    }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly { readonly tool: string; readonly input: unknown }[];
    }
  | { readonly role: "tool"; readonly results: readonly DemoToolResult[]; readonly announced: readonly string[] };

/** The conversation without the system text and without messages that hold nothing but reminders of no skills. */
export function toDemoConversation(prompt: LanguageModelV3Prompt): readonly DemoMessage[] {
  return prompt.flatMap((message): readonly DemoMessage[] => {
    switch (message.role) {
      case "system":
        return [];
      case "user": {
        const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
        const summary = summaryIn(text);
        return [{ role: "user", ...splitReminders(text), ...(summary !== undefined && { summary }) }];
      }
      case "assistant": {
        const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
        const calls = message.content.flatMap((part) =>
          part.type === "tool-call" ? [{ tool: part.toolName, input: part.input }] : [],
        );
        return [{ role: "assistant", text, calls }];
      }
      case "tool": {
        const results = message.content.flatMap((part) => {
          if (part.type !== "tool-result") return [];
          const isError = part.output.type.startsWith("error") || part.output.type === "execution-denied";
          return [{ tool: part.toolName, isError, ...splitReminders(outputText(part.output)) }];
        });
        return [
          {
            role: "tool",
            results: results.map(({ tool, text, isError }) => ({ tool, text, isError })),
            announced: results.flatMap(({ announced }) => announced),
          },
        ];
      }
      default:
        return message satisfies never;
    }
  });
}

const REMINDER = /<system-reminder>([\s\S]*?)<\/system-reminder>/g;
/** How the reminders begin that a compaction leaves; their lists are no lists of skills. */
const COMPACTED = /^\s*The conversation (?:up to here )?was compacted\b/;

function summaryIn(text: string): string | undefined {
  const inside = [...text.matchAll(REMINDER)].map(([, each = ""]) => each.trim()).find((each) => COMPACTED.test(each));
  return inside?.slice(inside.indexOf("\n\n") + 2);
}

function splitReminders(text: string): { readonly text: string; readonly announced: readonly string[] } {
  const announced = [...text.matchAll(REMINDER)].flatMap(([, inside = ""]) => announcedIn(inside));
  return { text: withoutBlankEnds(text.replace(REMINDER, "")), announced };
}

/** Without blank lines around it; the indentation of its first line stays, because a file's first line may have one. */
function withoutBlankEnds(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}

/** The entries below headings that announce skills, as opposed to headings that take them away or speak of something else. */
function announcedIn(reminder: string): readonly string[] {
  if (COMPACTED.test(reminder)) return [];
  let isListing = false;
  return reminder.split("\n").flatMap((line) => {
    if (line.startsWith("- ")) return isListing ? [line.slice(2)] : [];
    if (line.trim() !== "") isListing = /\bskills?\b/i.test(line) && !/no longer|removed/i.test(line);
    return [];
  });
}

type ToolOutput = Extract<
  Extract<LanguageModelV3Prompt[number], { role: "tool" }>["content"][number],
  { type: "tool-result" }
>["output"];

function outputText(output: ToolOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return JSON.stringify(output.value);
    case "execution-denied":
      return output.reason ?? "refused";
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
    default:
      return output satisfies never;
  }
}
