/** What the main agent and all of its sub-agents share: models, permissions, questions to the person, the log. */
import type {
  CommandAuthorization,
  CommandRequest,
  Logger,
  Outcome,
  Shell,
  SkillSession,
  SourcedRule,
} from "../engine/index.ts";
import type { AgentType } from "./agent-types.ts";
import type { CompactionSettings } from "./compaction/index.ts";
import type { Gate } from "./gate.ts";
import type { AgentHooks } from "./hooks/index.ts";
import type { Model, ModelStepEvent, ModelStepRequest } from "./models/model.ts";
import type { Tool } from "./tool.ts";

export interface AgentGateOptions {
  /** All tools that the agent has for the time being; for the model there are no others. */
  readonly tools: readonly Tool[];
  /** Told which files were touched. */
  readonly session: SkillSession;
  /** Rules that skills grant; asked for before every decision. */
  grants(): readonly SourcedRule[];
  /** Asked about every call. */
  readonly hooks: AgentHooks;
}

export interface AgentHost {
  /** Absolute working directory. */
  readonly cwd: string;
  readonly shell: Shell;
  readonly logger: Logger;
  /** When conversations are compacted without being asked to. */
  readonly compaction: CompactionSettings;
  /** Throws `ModelError` for a model that failed for good; rejects with the signal's reason on abort. */
  runModelStep(request: ModelStepRequest): AsyncIterable<ModelStepEvent>;
  /** Throws `ModelError` for a name that means no usable model. `current` is the session's. */
  resolveModel(name: string, current: Model): Promise<Model>;
  createGate(options: AgentGateOptions): Gate;
  /** Asks hooks, then the person, about a skill where one can be asked; otherwise hands the question back unanswered. */
  askAboutSkill(
    outcome: Outcome,
    options: { readonly hooks: AgentHooks; readonly signal: AbortSignal },
  ): Promise<Outcome>;
  /** Decides on a command in a skill's text, by the hooks of the agent that invokes the skill. Rejects only on abort. */
  authorizeCommand(
    request: CommandRequest,
    options: { readonly hooks: AgentHooks; readonly signal: AbortSignal },
  ): Promise<CommandAuthorization>;
  /** The kind of sub-agent that a skill asks for; undefined when there is none of this name. */
  loadAgentType(name: string): Promise<AgentType | undefined>;
  /** The system prompt of a sub-agent; `role` is what its type adds. */
  forkPrompt(options: { readonly hasSkills: boolean; readonly role: string }): string;
}
