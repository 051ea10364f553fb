/** One agent's conversation with its model: history, skills in force, and the turns that make it grow. */
import type {
  CommandRequest,
  Effort,
  InvokeRequest,
  Invoker,
  Outcome,
  SkillSession,
  SourcedRule,
} from "../engine/index.ts";
import type { AgentHost } from "./agent-host.ts";
import { createCompactor, endOfCompaction } from "./compaction/index.ts";
import type { AgentEvent } from "./events.ts";
import { endOfTypedFork, formatForkAnswer, type RunFork } from "./fork-call.ts";
import { assistantMessage, createHistory, type History, userMessage } from "./history.ts";
import { type AgentHooks, createAnswerReview, takeNoticeEvents, tellActivated, toNoticeEvents } from "./hooks/index.ts";
import { runTurn, type StepPlan, type Turn } from "./loop.ts";
import { toolJsonSchema } from "./models/index.ts";
import type { Model, ToolSpec } from "./models/model.ts";
import { createOverrides } from "./overrides.ts";
import { resolveSkillModel } from "./resolve-skill-model.ts";
import type { ForkOutcome, InlineOutcome, Tool, ToolContext } from "./tool.ts";
import { findTool } from "./tool-names.ts";
import { addUsage, NO_USAGE } from "./usage.ts";

export interface ConversationOptions {
  readonly host: AgentHost;
  /** Runs the forks that this conversation asks for. */
  readonly runFork: RunFork;
  /** Name in events: `main`, or the sub-agent's id. */
  readonly agent: string;
  readonly system: string;
  readonly session: SkillSession;
  readonly tools: readonly Tool[];
  readonly model: Model;
  readonly effort?: Effort;
  /** Permission rules granted for the whole conversation. */
  readonly grants: readonly SourcedRule[];
  /** The agent's own; what its skills bring is added to them. */
  readonly hooks: AgentHooks;
  readonly maxSteps: number;
}

export interface Conversation {
  readonly history: History;
  model(): Model;
  /** Changes the model from the next step on. */
  setModel(model: Model): void;
  /** Takes the person's message and runs a turn on it. What skills changed for the turn before ends here. */
  say(text: string, signal: AbortSignal): AsyncGenerator<AgentEvent, void, void>;
  /** Puts a typed inline skill's text into the conversation as the person's message and runs a turn on it. */
  sayInline(outcome: InlineOutcome, typed: TypedSkill): AsyncGenerator<AgentEvent, void, void>;
  /** Runs a typed forked skill; its answer ends the turn. The history grows by the typed line and the answer, nothing else. */
  sayFork(outcome: ForkOutcome, typed: TypedSkill): AsyncGenerator<AgentEvent, void, void>;
  /** Asks the engine for a skill and, where needed, the person for permission. An `ask` that comes back could not be asked. */
  invoke(request: InvokeRequest & { readonly signal: AbortSignal }): Promise<Outcome>;
  /**
   * Puts a summary in the place of the history, for `/compact`; `instructions` is what the person wants of it. Ends with a
   * `turn-end`. What skills changed for the turn before stays in force.
   */
  compact(instructions: string, signal: AbortSignal): AsyncGenerator<AgentEvent, void, void>;
  /** Forgets everything but the settings it was made with. */
  clear(): void;
}

export interface TypedSkill {
  /** The whole message, such as `/review HEAD~1..HEAD`. */
  readonly message: string;
  readonly args: string;
  readonly signal: AbortSignal;
  /** Puts what hooks have added at the end of the text. */
  complete(text: string): string;
}

/** Creates an empty conversation. One turn at a time; the caller sees to that. */
export function createConversation(options: ConversationOptions): Conversation {
  const { host, agent, session, hooks } = options;
  const history = createHistory();
  const overrides = createOverrides();
  const filesRead: ToolContext["filesRead"] = new Map();
  const specs = new Map(options.tools.map((tool) => [tool, toSpec(tool)]));
  const hasSkills = findTool(options.tools, "Skill") !== undefined;
  let model = options.model;
  let forkUsage = NO_USAGE;

  const grants = () => [...options.grants, ...overrides.grants()];
  /** The tools of the moment, and the gate that knows no others. Made anew whenever the overrides change. */
  const openPool = () => {
    const tools = overrides.narrow(options.tools);
    return { tools, gate: host.createGate({ tools, session, grants, hooks }) };
  };
  let pool = openPool();

  const plan = (): StepPlan => {
    const effort = overrides.effort() ?? options.effort;
    return {
      model: overrides.model() ?? model,
      system: options.system,
      tools: pool.tools.flatMap((tool) => specs.get(tool) ?? []),
      ...(effort !== undefined && { effort }),
    };
  };

  const compactor = createCompactor({
    agent,
    history,
    session,
    hasSkills,
    hooks,
    settings: host.compaction,
    logger: host.logger,
    plan,
    runModelStep: host.runModelStep,
  });

  const invoke: Conversation["invoke"] = async (request) => {
    const how = { hooks, signal: request.signal };
    const authorizeCommand = (command: CommandRequest) => host.authorizeCommand(command, how);
    return host.askAboutSkill(await session.invoke({ ...request, authorizeCommand }), how);
  };

  /** Runs a fork of this conversation. Its model and effort do not depend on who called it, so overrides do not count. */
  async function* fork(outcome: ForkOutcome, call: { args: string; by: Invoker; signal: AbortSignal }) {
    const result = yield* options.runFork({
      host,
      outcome,
      ...call,
      parent: {
        agent,
        tools: pool.tools,
        model,
        hooks,
        ...(options.effort !== undefined && { effort: options.effort }),
      },
    });
    forkUsage = addUsage(forkUsage, result.end.usage);
    return result;
  }

  /** What the Skill tool of one call can do. */
  const skillsFor = (signal: AbortSignal, emit: (event: AgentEvent) => void): NonNullable<ToolContext["skills"]> => ({
    async invoke(name, args) {
      const outcome = await invoke({ name, args, by: "model", signal });
      if (outcome.kind === "inline")
        for (const event of inlineEvents(agent, outcome, { by: "model", args })) emit(event);
      return outcome;
    },
    search: (words) => session.search(words),
    async runFork(outcome, args) {
      host.logger.log("debug", "skill tool: invoking via fork", { skill: outcome.skill.callName, args });
      const events = fork(outcome, { args, by: "model", signal });
      for (;;) {
        const next = await events.next();
        if (next.done) return { text: formatForkAnswer(next.value), isError: next.value.end.reason !== "done" };
        emit(next.value);
      }
    },
  });

  const runToolCall: Turn["runToolCall"] = async (call, { signal, emit }) => {
    const { cwd, shell } = host;
    try {
      const result = await pool.gate.run(call, { cwd, shell, signal, filesRead, skills: skillsFor(signal, emit) });
      if (result.activated.length > 0) emit({ agent, type: "skill-activated", skills: result.activated });
      return await tellActivated(hooks, result, signal);
    } finally {
      for (const event of takeNoticeEvents(hooks, agent)) emit(event);
    }
  };

  const applyInline = async (outcomes: readonly InlineOutcome[]): Promise<readonly AgentEvent[]> => {
    const events: AgentEvent[] = [];
    for (const outcome of outcomes) {
      const { model: name } = outcome.overrides;
      const chosen = await resolveSkillModel(host, { skill: outcome.skill.callName, name, current: model });
      if (chosen.notice !== undefined) events.push({ agent, ...chosen.notice });
      overrides.apply(outcome, chosen.model);
      events.push(...toNoticeEvents(await hooks.addSkill(outcome.skill, outcome.overrides.hooks), agent));
    }
    pool = openPool();
    return events;
  };

  async function* turn(text: string, signal: AbortSignal): AsyncGenerator<AgentEvent, void, void> {
    const reminder = hasSkills ? session.listing() : undefined;
    history.append(...(reminder === undefined ? [] : [userMessage(reminder)]), userMessage(text));
    const events = runTurn({
      agent,
      history,
      maxSteps: options.maxSteps,
      signal,
      plan,
      runModelStep: compactor.runModelStep,
      beforeStep: compactor.beforeStep,
      recover: compactor.recover,
      laneOf: (call) => pool.gate.laneOf(call, host),
      runToolCall,
      placeInline: session.place,
      applyInline,
      reviewAnswer: createAnswerReview({ hooks, agent, signal }),
      stopReason: hooks.stopReason,
    });
    for await (const event of events) {
      const isOwnEnd = event.type === "turn-end" && event.agent === agent;
      yield isOwnEnd ? { ...event, usage: [forkUsage, compactor.takeUsage()].reduce(addUsage, event.usage) } : event;
    }
  }

  /** `request` is what stays word for word if the conversation is compacted. */
  const startMessage = (request: string) => {
    compactor.startTurn(request);
    overrides.reset();
    hooks.startTurn();
    pool = openPool();
    forkUsage = NO_USAGE;
  };

  return {
    history,
    invoke,
    model: () => model,
    setModel(next) {
      model = next;
    },
    async *say(text, signal) {
      startMessage(text);
      yield* turn(text, signal);
    },
    async *sayInline(outcome, { message, args, signal, complete }) {
      startMessage(message);
      yield* inlineEvents(agent, outcome, { by: "user", args });
      yield* await applyInline([outcome]);
      yield* turn(complete(session.place(outcome)), signal);
    },
    async *sayFork({ prompt, ...outcome }, { message, args, signal, complete }) {
      startMessage(message);
      yield { agent, type: "turn-start", model: model.id };
      const result = yield* fork({ ...outcome, prompt: complete(prompt) }, { args, by: "user", signal });
      const answer = formatForkAnswer(result);
      history.append(userMessage(message), assistantMessage(answer));
      if (result.end.reason === "done") {
        yield { agent, type: "text-start" };
        yield { agent, type: "text-delta", text: answer };
        yield { agent, type: "text-end", text: answer };
      }
      yield endOfTypedFork(result, agent);
    },
    async *compact(instructions, signal) {
      hooks.startTurn();
      const end = yield* compactor.compact(instructions, signal);
      yield* endOfCompaction(end, { agent, usage: compactor.takeUsage() });
    },
    clear() {
      startMessage("");
      compactor.clear();
      hooks.clearSkills();
      history.clear();
      filesRead.clear();
    },
  };
}

function inlineEvents(
  agent: string,
  outcome: InlineOutcome,
  { by, args }: { readonly by: Invoker; readonly args: string },
): readonly AgentEvent[] {
  const skill = outcome.skill.callName;
  return [
    { agent, type: "skill-start", skill, mode: "inline", by, args },
    ...outcome.notices.map((message): AgentEvent => ({ agent, type: "notice", level: "warning", message })),
    { agent, type: "skill-end", skill, mode: "inline", isError: false },
  ];
}

function toSpec(tool: Tool): ToolSpec {
  return { name: tool.name, description: tool.description, inputSchema: toolJsonSchema(tool.input) };
}
