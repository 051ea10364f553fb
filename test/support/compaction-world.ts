/** An agent whose model's steps and summaries a test plays, with what it needs to look at a compaction. */
import { expect } from "vitest";
import type { AgentEvent, AgentSession } from "../../src/agent/index.ts";
import type { RequestView, ScriptedReply } from "../../src/testing/index.ts";
import {
  type AgentWorld,
  createAgentWorld,
  findInvalidity,
  linesOf,
  MODEL_NAMES,
  type TestProtocol,
} from "./agent-world.ts";

/** Whether a request asks for a summary. */
export const asksForSummary = (view: RequestView) =>
  view.messages.at(-1)?.text.at(-1)?.startsWith("This conversation is about to be compacted") === true;

export const SUMMARY = "## Request\nThe summary.";
const WINDOW = 100_000;
/** What a provider reports when the window is nearly full. */
export const FULL = { inputTokens: 85_000, outputTokens: 100 };
export const read = (path: string): ScriptedReply => ({ toolCalls: [{ name: "Read", input: { file_path: path } }] });
export const tooLong: ScriptedReply = {
  status: 400,
  body: {
    type: "error",
    error: { type: "invalid_request_error", message: "prompt is too long: 3 tokens > 2 maximum" },
  },
};

export type Play = (call: { readonly view: RequestView; readonly step: number }) => ScriptedReply;

export interface Opened {
  readonly world: AgentWorld;
  readonly agent: AgentSession;
  /** The requests so far that ask for a summary, and the others. */
  summaries(): readonly RequestView[];
  steps(): readonly RequestView[];
}

/** Runs against a world that is gone afterwards. `answer` plays the model's steps, `summarize` its summaries. */
export async function withAgent(
  options: {
    readonly protocol?: TestProtocol;
    readonly answer?: Play;
    readonly summarize?: Play;
    readonly settings?: Readonly<Record<string, unknown>>;
    readonly files?: Readonly<Record<string, string>>;
  },
  test: (opened: Opened) => Promise<void>,
): Promise<void> {
  const { answer = () => ({ text: "fine" }), summarize = () => ({ text: SUMMARY }), protocol } = options;
  let step = 0;
  let summary = 0;
  const world = await createAgentWorld({
    ...(protocol !== undefined && { protocol }),
    script: ({ view }) =>
      asksForSummary(view) ? summarize({ view, step: summary++ }) : answer({ view, step: step++ }),
  });
  try {
    for (const [path, text] of Object.entries(options.files ?? {})) await world.write(path, text);
    const settings = { contextWindows: { [MODEL_NAMES.big]: WINDOW }, ...options.settings };
    const agent = await world.open({ settings: [JSON.stringify(settings)] });
    const views = () => world.server.requests.map(({ view }) => view);
    await test({
      world,
      agent,
      summaries: () => views().filter(asksForSummary),
      steps: () => views().filter((view) => !asksForSummary(view)),
    });
    expect(findInvalidity(agent.history())).toBeUndefined();
  } finally {
    await world.dispose();
  }
}

export const typesOf = (events: readonly AgentEvent[]) => events.map(({ type }) => type);
export const noticesOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [`${event.level}: ${event.message}`] : []));
export const resultOf = (events: readonly AgentEvent[]) => {
  const end = events.find((event) => event.type === "compaction-end");
  return end?.type === "compaction-end" ? end.result : undefined;
};

/** How often a text stands in a request. */
export const count = (view: RequestView | undefined, text: string) =>
  view === undefined ? -1 : linesOf(view).join("\n").split(text).length - 1;
export const GREET = "---\nname: greet\ndescription: Greets\n---\nHello, $ARGUMENTS!\n";
export const LISTED = "skills are available for use with the Skill tool";
