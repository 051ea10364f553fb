/** Decides what the demo model says or calls next, from the conversation alone. */
import type { DemoMessage, DemoToolResult } from "./demo-conversation.ts";
import {
  DEMO_HELP,
  DEMO_NO_SKILLS,
  DEMO_SKILL_AGAIN,
  DEMO_SKILL_INTRO,
  DEMO_SUMMARY_INTRO,
  DEMO_TASK_INTRO,
} from "./demo-texts.ts";
import { type DemoCall, parseDemoRequest } from "./parse-demo-request.ts";

export type DemoReply =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly text: string; readonly call: DemoCall };

const MAX_QUOTED_LINES = 8;
const MAX_QUOTED_CHARS = 600;
const MAX_BODY_CHARS = 4_000;

/** `tools` are the names of the tools that may be called. Pure: the same conversation gets the same reply. */
export function decideDemoReply(messages: readonly DemoMessage[], tools: readonly string[]): DemoReply {
  // An answer without calls ends a turn; what came before it has been dealt with.
  const turn = messages.slice(
    messages.findLastIndex((each) => each.role === "assistant" && each.calls.length === 0) + 1,
  );
  const start = turn.findLastIndex((each) => each.role === "user" && isRequest(each.text));
  const request = turn[start];
  if (request?.role !== "user") return answerText(messages, undefined);

  const wanted = bodyOf(request.text);
  const calls = asksForSkills(wanted) ? undefined : parseDemoRequest(wanted);
  if (calls === undefined) return answerText(messages, request.text);
  const since = turn.slice(start + 1);
  const results = since.flatMap((message) => (message.role === "tool" ? message.results : []));
  const next = calls[results.length];
  if (next === undefined || results.at(-1)?.isError === true)
    return { kind: "text", text: formatReport(since, results) };
  if (!tools.includes(next.tool)) {
    const text = `That needs the tool ${next.tool}, which I do not have here. I have: ${tools.join(", ") || "none"}.`;
    return { kind: "text", text };
  }
  return { kind: "call", text: announce(next), call: next };
}

/**
 * A message of a person, as opposed to a message of reminders only; or a skill's text that asks for nothing but what a
 * person could ask for, which is how a fork gets its task.
 */
function isRequest(text: string): boolean {
  return text !== "" && (!isSkillText(text) || parseDemoRequest(bodyOf(text)) !== undefined);
}

/** A skill's text begins with a line that names the skill's directory. */
function isSkillText(text: string): boolean {
  return /^[^\n]*\bbase directory\b/i.test(text);
}

/** Replies to what asks for no call. */
function answerText(messages: readonly DemoMessage[], request: string | undefined): DemoReply {
  const last = messages.findLast((message) => message.role === "user" && message.text !== "");
  const text = last?.role === "user" ? last.text : "";
  if (isSkillText(text)) return { kind: "text", text: `${DEMO_SKILL_INTRO}\n\n${quoteBody(text)}` };
  if (/^The skill ".*" is called again\b/.test(text)) return { kind: "text", text: DEMO_SKILL_AGAIN };
  if (request !== undefined && asksForSkills(request)) return { kind: "text", text: formatSkills(messages) };
  if (request !== undefined && asksForSummary(request)) return { kind: "text", text: formatSummary(messages, request) };
  if (text.includes("\n")) return { kind: "text", text: `${DEMO_TASK_INTRO}\n\n${quoteBody(text)}` };
  return { kind: "text", text: DEMO_HELP };
}

function asksForSkills(request: string): boolean {
  return /^(?:please\s+)?(?:(?:list|show)\b.*\bskills|(?:what|which)\b.*\bskills\b.*)[.!?]*$/i.test(request);
}

function asksForSummary(request: string): boolean {
  return /\bsummar(?:y|ize|ise)\b/i.test(request) && /\bconversation\b/i.test(request);
}

function formatSkills(messages: readonly DemoMessage[]): string {
  const lines = messages.flatMap((message) => (message.role === "assistant" ? [] : message.announced));
  if (lines.length === 0) return DEMO_NO_SKILLS;
  return `Skills announced to me so far:\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

function formatSummary(messages: readonly DemoMessage[], request: string): string {
  const requests = messages.flatMap((message) =>
    message.role === "user" && isRequest(message.text) && message.text !== request ? [firstLine(message.text)] : [],
  );
  const earlier = messages.flatMap((message) => (message.role === "user" ? (message.summary ?? []) : []));
  const lines = [
    ...earlier.flatMap((summary) => summary.split("\n").filter((line) => line.startsWith("- "))),
    ...requests.map((each) => `- ${each}`),
  ];
  return `${DEMO_SUMMARY_INTRO}\n\n${lines.length === 0 ? "- none" : lines.join("\n")}`;
}

function announce({ tool, input }: DemoCall): string {
  switch (tool) {
    case "Skill":
      return `I call the skill ${String(input.skill)}.`;
    case "Bash":
      return `I run ${String(input.command)}.`;
    default:
      return `I call ${tool}.`;
  }
}

/** What happened since the request: each result's beginning, skills that became known, and a skill's text that arrived. */
function formatReport(since: readonly DemoMessage[], results: readonly DemoToolResult[]): string {
  const announced = since.flatMap((message) => (message.role === "assistant" ? [] : message.announced));
  const skillTexts = since.flatMap((message) =>
    message.role === "user" && isSkillText(message.text) ? [message.text] : [],
  );
  return [
    ...results.map(formatResult),
    ...(announced.length > 0
      ? [`Newly announced ${plural("skill", announced.length)}: ${announced.map(nameOf).join(", ")}.`]
      : []),
    ...skillTexts.map((text) => `${DEMO_SKILL_INTRO}\n\n${quoteBody(text)}`),
  ].join("\n\n");
}

function formatResult({ tool, text, isError }: DemoToolResult): string {
  const said = quoteStart(text);
  if (isError) return `${tool} failed:\n\n${said}`;
  return text === "" ? `${tool} is done and returned nothing.` : `${tool} returned:\n\n${said}`;
}

/** The first lines as a Markdown quotation. */
function quoteStart(text: string): string {
  const lines = text.slice(0, MAX_QUOTED_CHARS).split("\n").slice(0, MAX_QUOTED_LINES);
  const isCut = lines.join("\n").length < text.length;
  return [...lines, ...(isCut ? ["…"] : [])].map((line) => `> ${line}`).join("\n");
}

/** A skill's text without the line that names its directory. */
function quoteBody(text: string): string {
  const body = bodyOf(text);
  return body.length > MAX_BODY_CHARS ? `${body.slice(0, MAX_BODY_CHARS)}…` : body;
}

function bodyOf(text: string): string {
  return isSkillText(text) ? text.slice(text.indexOf("\n") + 1).trim() : text;
}

function nameOf(line: string): string {
  return line.split(/:\s/)[0] ?? line;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}
