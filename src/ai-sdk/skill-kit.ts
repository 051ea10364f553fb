/** Joins a skill session to the AI SDK: the Skill tool, files that wake skills, and a `prepareStep` for the rest. */
import {
  generateText,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  stepCountIs,
  type Tool,
  type ToolSet,
  tool,
} from "ai";
import {
  type Effort,
  formatFoundSkills,
  type Outcome,
  SKILL_TOOL_DESCRIPTION,
  SKILL_TOOL_INPUT_SCHEMA,
  type SkillSession,
} from "../engine/index.ts";
import { type ActiveOverrides, addOverrides, forkTools, NO_OVERRIDES, remainingTools } from "./active-overrides.ts";
import { createInsertions } from "./insertions.ts";
import { touchMarkOf } from "./touching.ts";

/** Answers whether a skill that needs permission may run. */
export type AskUser = (question: Extract<Outcome, { kind: "ask" }>) => Promise<boolean>;

type ProviderOptions = NonNullable<ModelMessage["providerOptions"]>;

export interface SkillKitOptions {
  /** The model that forks run on, unless a skill names one that `resolveModel` knows. */
  readonly model: LanguageModel;
  /** Your tools. Wrap those that work on files with `touching`. */
  readonly tools?: ToolSet;
  /** Turns a skill's `model`, such as `haiku`, into a model; undefined keeps the current one. */
  readonly resolveModel?: (name: string) => LanguageModel | undefined;
  /** Turns an effort into your provider's options; without it efforts change nothing. */
  readonly effortOptions?: (effort: Effort) => ProviderOptions;
  /** Asked about skills that need permission. Without it they are refused. */
  readonly askUser?: AskUser;
}

/** What a person's message came to. */
export type UserTurn =
  /** Append it to your messages and call the model. */
  | { readonly kind: "message"; readonly message: ModelMessage }
  /** A forked skill has done the work: this is its answer, and no model call is due. */
  | { readonly kind: "answer"; readonly text: string }
  /** Nothing was run; `text` says why. */
  | { readonly kind: "refused"; readonly text: string };

/** What the kit changes of a step; written out, because the two versions of the SDK name their own type differently. */
export interface PreparedStep {
  readonly messages: ModelMessage[];
  readonly activeTools: string[];
  readonly model?: LanguageModel;
  readonly providerOptions?: ProviderOptions;
}

export interface SkillKit {
  /** Your tools and the Skill tool. */
  readonly tools: ToolSet;
  /** Adds listings and skill texts to the messages, and applies the overrides of inline skills. */
  readonly prepareStep: (step: { readonly messages: ModelMessage[]; readonly stepNumber: number }) => PreparedStep;
  /** Turns what a person typed into a message: `/name args` runs the skill, everything else stays as it is. */
  userTurn(text: string, options?: { readonly abortSignal?: AbortSignal }): Promise<UserTurn>;
  /**
   * Call it between two turns, when you have put a summary in the place of your messages: the list of skills is sent once
   * more. Returns the texts of skills in use as a reminder to append to your summary; undefined when there are none.
   */
  compacted(): string | undefined;
}

const FAILED_FORK = "The sub-agent ended without an answer.";

/**
 * Creates the kit for one conversation. It holds the state of that conversation: give each its own session and kit, and
 * pass messages that only ever grow, so that what the kit inserts keeps its place.
 */
export function createSkillKit(session: SkillSession, options: SkillKitOptions): SkillKit {
  const insertions = createInsertions();
  let overrides: ActiveOverrides = NO_OVERRIDES;
  /** Skill texts that wait for the next step: they follow the tool results of this one. */
  let pending: string[] = [];

  const runFork = async (fork: Extract<Outcome, { kind: "fork" }>, abortSignal?: AbortSignal): Promise<string> => {
    const { request } = fork;
    const model = modelFor(request.model, options) ?? options.model;
    const kit = createSkillKit(request.session, { ...options, model });
    const active = forkTools(Object.keys(kit.tools), request);
    const result = await generateText({
      model,
      tools: Object.fromEntries(Object.entries(kit.tools).filter(([name]) => active.includes(name))),
      messages: [{ role: "user", content: fork.prompt }],
      prepareStep: kit.prepareStep,
      stopWhen: stepCountIs(request.maxSteps),
      ...(request.effort !== undefined &&
        options.effortOptions && { providerOptions: options.effortOptions(request.effort) }),
      ...(abortSignal && { abortSignal }),
    });
    return result.text === "" ? FAILED_FORK : result.text;
  };

  const settle = async (outcome: Outcome): Promise<Outcome> => {
    if (outcome.kind !== "ask" || options.askUser === undefined || !(await options.askUser(outcome))) return outcome;
    return settle(await outcome.approve());
  };

  const skillTool = tool({
    description: SKILL_TOOL_DESCRIPTION,
    inputSchema: jsonSchema<{ skill?: string; args?: string; search?: string }>(SKILL_TOOL_INPUT_SCHEMA),
    async execute({ skill, args = "", search }, { abortSignal }) {
      if (skill === undefined) {
        if (search === undefined) throw new Error("Give the name of a skill, or words to search for.");
        return formatFoundSkills(search, await session.search(search));
      }
      const outcome = await settle(
        await session.invoke({ name: skill, args, by: "model", ...(abortSignal && { signal: abortSignal }) }),
      );
      switch (outcome.kind) {
        case "inline":
          pending.push(session.place(outcome));
          overrides = addOverrides(overrides, outcome.overrides);
          return `Launching skill: ${outcome.skill.callName}`;
        case "fork":
          return runFork(outcome, abortSignal);
        case "ask":
          throw new Error(`The skill "${outcome.skill.callName}" needs permission: ${outcome.question}`);
        case "refused":
          throw new Error(outcome.message);
        default:
          return outcome satisfies never;
      }
    },
  });

  const tools: ToolSet = {
    ...withTouches(options.tools ?? {}, { session, remind: (text) => pending.push(text) }),
    Skill: skillTool,
  };

  return {
    tools,
    prepareStep({ messages, stepNumber }) {
      const count = insertions.count(messages);
      if (stepNumber === 0) {
        const listing = session.listing();
        // Before the person's latest message, behind everything that was sent before it.
        if (listing !== undefined) insertions.insert(listing, Math.max(0, count - 1));
      }
      for (const text of pending) insertions.insert(text, count);
      pending = [];
      const model = modelFor(overrides.model, options);
      return {
        messages: insertions.apply(messages),
        activeTools: [...remainingTools(Object.keys(tools), overrides)],
        ...(model && { model }),
        ...(overrides.effort !== undefined &&
          options.effortOptions && { providerOptions: options.effortOptions(overrides.effort) }),
      };
    },
    async userTurn(text, { abortSignal } = {}) {
      // An override lasts until the person's next message: this is it.
      overrides = NO_OVERRIDES;
      const [, name, args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
      if (name === undefined) return { kind: "message", message: { role: "user", content: text } };
      const outcome = await session.invoke({ name, args, by: "user", ...(abortSignal && { signal: abortSignal }) });
      switch (outcome.kind) {
        case "inline":
          overrides = addOverrides(overrides, outcome.overrides);
          return { kind: "message", message: { role: "user", content: session.place(outcome) } };
        case "fork":
          return { kind: "answer", text: await runFork(outcome, abortSignal) };
        case "ask":
          return { kind: "refused", text: outcome.question };
        case "refused":
          return { kind: "refused", text: outcome.message };
        default:
          return outcome satisfies never;
      }
    },
    compacted() {
      const text = session.compactionText();
      session.reset("compacted");
      insertions.clear();
      pending = [];
      return text;
    },
  };
}

function modelFor(name: string | undefined, options: SkillKitOptions): LanguageModel | undefined {
  return name === undefined ? undefined : options.resolveModel?.(name);
}

/** Wraps marked tools: a text result ends with the reminder; another kind of result is followed by it as a message. */
function withTouches(tools: ToolSet, context: { readonly session: SkillSession; remind(text: string): void }): ToolSet {
  const wrapped = Object.entries(tools).map(([name, given]): [string, ToolSet[string]] => {
    const mark = touchMarkOf(given);
    const execute = given.execute;
    if (mark === undefined || execute === undefined) return [name, given];
    const run: NonNullable<Tool["execute"]> = async (input, call) => {
      const output: unknown = await execute(input, call);
      const { reminder } = await context.session.touched(mark.paths(input), mark.kind);
      if (reminder === undefined) return output;
      if (typeof output === "string") return `${output}\n\n${reminder}`;
      context.remind(reminder);
      return output;
    };
    return [name, { ...given, execute: run } as ToolSet[string]];
  });
  return Object.fromEntries(wrapped);
}
