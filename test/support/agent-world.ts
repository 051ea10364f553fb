/** An agent in a project of its own, against a scripted model server: temporary home, settings and workspace. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type AgentEvent,
  type AgentOptions,
  type AgentSession,
  createAgent,
  type ModelMessage,
} from "../../src/agent/index.ts";
import type { Logger } from "../../src/engine/index.ts";
import { createScriptedServer, type RequestView, type Script, type ScriptedServer } from "../../src/testing/index.ts";

export type TestProtocol = "anthropic" | "openai-chat";

export interface AgentWorld {
  readonly home: string;
  readonly project: string;
  readonly server: ScriptedServer;
  /** Lines as `skill: starting fork name=review …`, values as in the log. */
  readonly log: readonly string[];
  /** Writes a file below the project, with its folders. */
  write(path: string, text: string): Promise<string>;
  writeSkill(name: string, text: string): Promise<string>;
  /** Opens an agent; it is closed with the world. */
  open(options?: AgentOptions): Promise<AgentSession>;
  dispose(): Promise<void>;
}

/** Creates the world. The server answers from `script`; the model is `MODEL_NAMES.big` of the protocol. */
export async function createAgentWorld(
  options: { readonly protocol?: TestProtocol; readonly script?: Script } = {},
): Promise<AgentWorld> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "skillful-agent-")));
  const home = join(root, "home");
  const project = join(root, "project");
  const skillfulHome = join(root, "skillful");
  await mkdir(join(project, ".git"), { recursive: true });
  await mkdir(home);
  const server = await createScriptedServer({ ...(options.script !== undefined && { script: options.script }) });
  const log: string[] = [];
  const sessions: AgentSession[] = [];
  const write = async (path: string, text: string) => {
    const target = join(project, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    return target;
  };
  const protocol = options.protocol ?? "openai-chat";
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    SKILLFUL_HOME: skillfulHome,
    SKILLFUL_MANAGED_DIR: join(root, "managed"),
    ...(protocol === "anthropic"
      ? { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: "test-key" }
      : { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "test-key" }),
  };
  return {
    home,
    project,
    server,
    log,
    write,
    writeSkill: (name, text) => write(`.claude/skills/${name}/SKILL.md`, text),
    async open(agentOptions = {}) {
      const session = await createAgent({
        cwd: project,
        env,
        model: bigModel(protocol),
        trusted: true,
        logger: collectLog(log),
        ...agentOptions,
        settings: ['{"skills":{"bundled":false}}', ...(agentOptions.settings ?? [])],
      });
      sessions.push(session);
      return session;
    },
    async dispose() {
      await Promise.all(sessions.map((session) => session.close()));
      await server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The model ids that the worlds use: the session's, and a smaller one. Real ids, so that an effort has an effect. */
export const MODEL_NAMES = { big: "claude-opus-4-6", small: "claude-haiku-4-5" } as const;

export function bigModel(protocol: TestProtocol): string {
  return `${protocol === "anthropic" ? "anthropic" : "openai-compatible"}/${MODEL_NAMES.big}`;
}

function collectLog(lines: string[]): Logger {
  return {
    log(_level, message, fields = {}) {
      const values = Object.entries(fields).map(([key, value]) => {
        return ` ${key}=${typeof value === "object" ? `[${value.join(" ")}]` : value}`;
      });
      lines.push(`${message}${values.join("")}`);
    },
  };
}

/** Sends a message and collects every event of the turn. */
export async function say(
  agent: AgentSession,
  message: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of agent.send(message, options)) events.push(event);
  return events;
}

export type TurnEnd = Extract<AgentEvent, { type: "turn-end" }>;

/** The end of the main agent's turn. Throws when there is none. */
export function endOf(events: readonly AgentEvent[]): TurnEnd {
  const last = events.at(-1);
  if (last?.type !== "turn-end" || last.agent !== "main") throw new Error("the last event is not the end of the turn");
  return last;
}

/** Every text of a request, one line for each block: `user: …`, `assistant: …`, `result: …`. */
export function linesOf(view: RequestView): readonly string[] {
  return view.messages.flatMap(({ role, text, toolCalls, toolResults }) => [
    ...toolResults.map((result) => `result: ${result.text}`),
    ...text.map((block) => `${role}: ${block}`),
    ...toolCalls.map((call) => `call: ${call.name} ${JSON.stringify(call.input)}`),
  ]);
}

/** What is wrong with a history that a provider would refuse, or undefined for a valid one. */
export function findInvalidity(messages: readonly ModelMessage[]): string | undefined {
  for (const [index, message] of messages.entries()) {
    if (message.content.length === 0) return `message ${index} is empty`;
    const calls = partsOf(message).flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    const results = partsOf(messages[index + 1]).flatMap((part) =>
      part.type === "tool-result" ? [part.toolCallId] : [],
    );
    if (message.role === "assistant" && calls.join() !== results.join())
      return `calls of message ${index} lack results`;
    if (message.role === "tool" && messages[index - 1]?.role !== "assistant") return `message ${index} answers nothing`;
  }
  return undefined;
}

function partsOf(message: ModelMessage | undefined) {
  return message === undefined || typeof message.content === "string" ? [] : message.content;
}
