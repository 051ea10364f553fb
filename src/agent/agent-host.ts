/** What the main agent and all of its sub-agents share: models, permissions, questions to the person, the log. */
import type { Logger, Outcome, SkillSession } from "../engine/index.ts";
import type { AgentEvent } from "./events.ts";
import type { ToolCallResult } from "./loop.ts";
import type { Model, ModelStepEvent, ModelStepRequest, ModelToolCall } from "./models/model.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** The conditions under which one tool call runs. */
export interface CallConditions {
  /** The tools that this agent has at this moment; anything else is refused. */
  readonly tools: readonly Tool[];
  /** Permission rules that skills grant for the time being. */
  readonly allow: readonly string[];
  readonly session: SkillSession;
  readonly skills: NonNullable<ToolContext["skills"]>;
  readonly filesRead: ToolContext["filesRead"];
  readonly signal: AbortSignal;
  emit(event: AgentEvent): void;
  /** Name of the agent, for events. */
  readonly agent: string;
}

export interface AgentHost {
  /** Absolute working directory. */
  readonly cwd: string;
  readonly logger: Logger;
  /** Throws `ModelError` for a model that failed for good; rejects with the signal's reason on abort. */
  runModelStep(request: ModelStepRequest): AsyncIterable<ModelStepEvent>;
  /** Throws `ModelError` for a name that means no model. */
  resolveModel(name: string): Promise<Model>;
  /** Decides, runs and reports one call. Rejects only on abort. */
  runToolCall(call: ModelToolCall, conditions: CallConditions): Promise<ToolCallResult>;
  /** Asks the person about a skill where one can be asked; otherwise hands the question back unanswered. */
  askAboutSkill(outcome: Outcome, signal: AbortSignal): Promise<Outcome>;
  /** The system prompt of a sub-agent. */
  forkPrompt(options: { readonly hasSkills: boolean }): string;
}
