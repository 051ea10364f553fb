/** The hooks of one agent: those of settings and plugins, those of the skills it has invoked, and one way to run them. */
import {
  type Diagnostic,
  formatHook,
  type HookEventInputs,
  type HookEventName,
  type HookInput,
  type HookInputCommon,
  type HookOrigin,
  type HookOutcome,
  type HookPorts,
  type HookRegistry,
  type HooksConfig,
  type Logger,
  messageOf,
  runHooks,
  type Skill,
} from "../../engine/index.ts";
import type { LazyPatternCompiler } from "./pattern-compiler.ts";

type PluginOrigin = Extract<HookOrigin, { readonly kind: "plugin" }>;

export interface AgentHooks {
  /** Runs what is registered for an event. What the person is to know is kept for `takeNotices`. Rejects only on abort. */
  run<Event extends HookEventName>(
    event: Event,
    input: HookEventInputs[Event],
    signal: AbortSignal,
  ): Promise<HookOutcome>;
  /** Runs without waiting, for events whose answer changes nothing. `settled` waits for it. */
  runAside<Event extends HookEventName>(event: Event, input: HookEventInputs[Event], signal: AbortSignal): void;
  /** Whether anything is registered for an event, whatever its matcher. */
  has(event: HookEventName): boolean;
  /** Registers what a plugin's file declares, for the whole session. Resolves to what is wrong with it. */
  addPlugin(hooks: HooksConfig, origin: PluginOrigin): Promise<readonly Diagnostic[]>;
  /** Registers the hooks of an invoked skill, once however often it is invoked. Resolves to what is wrong with them. */
  addSkill(skill: Skill, hooks: HooksConfig | undefined): Promise<readonly Diagnostic[]>;
  /** Removes the hooks of all skills. */
  clearSkills(): void;
  /** The hooks of a sub-agent: the settings', none of this agent's skills'. */
  fork(agent: { readonly id: string; readonly type: string }): AgentHooks;
  /** Present for a sub-agent. */
  readonly agentType?: string;
  /** Texts for the person that hooks left since the last call. */
  takeNotices(): readonly string[];
  /** Why the turn must end, once a hook has said `continue: false` in it. */
  stopReason(): string | undefined;
  /** Forgets the `stopReason` of the turn before. */
  startTurn(): void;
  /** Resolves when nothing runs aside any more. */
  settled(): Promise<void>;
}

export interface AgentHooksOptions {
  readonly registry: HookRegistry;
  readonly compiler: LazyPatternCompiler;
  readonly ports: HookPorts;
  /** What every hook is told. */
  readonly common: HookInputCommon;
  readonly allowedHttpHosts: readonly string[];
  /** Absolute root of the workspace. */
  readonly projectDir: string;
  readonly logger: Logger;
  /** Aborted by the end of the session; stops what runs aside. */
  readonly closing: AbortSignal;
}

/** Events whose `continue: false` has no turn to end. */
const OUTSIDE_OF_TURNS: ReadonlySet<HookEventName> = new Set(["SessionStart", "SessionEnd", "Notification"]);

/** Creates the hooks of an agent over a registry that holds the settings' hooks. */
export function createAgentHooks(options: AgentHooksOptions): AgentHooks {
  const { registry, compiler, ports, common, allowedHttpHosts, projectDir, logger, closing } = options;
  const aside = new Set<Promise<unknown>>();
  let notices: string[] = [];
  let stop: string | undefined;

  const run: AgentHooks["run"] = async (event, input, signal) => {
    const outcome = await runHooks({ ...common, hook_event_name: event, ...input } as HookInput, {
      registry,
      ports,
      allowedHttpHosts,
      projectDir,
      signal,
      onRan: (hook, reply) =>
        logger.log("debug", "hook: ran", {
          event,
          hook: formatHook(hook),
          decision: reply.kind === "failed" ? "failed" : (reply.decision ?? "none"),
          ...(reply.kind === "failed" && { error: reply.message }),
        }),
    });
    notices.push(...outcome.notices);
    if (!OUTSIDE_OF_TURNS.has(event)) stop ??= outcome.stopReason;
    return outcome;
  };

  return {
    run,
    runAside(event, input, signal) {
      const either = AbortSignal.any([signal, closing]);
      const done = run(event, input, either).catch((error: unknown) => {
        if (either.aborted) return;
        notices.push(`a ${event} hook failed: ${messageOf(error)}`);
      });
      aside.add(done);
      void done.finally(() => aside.delete(done));
    },
    has: (event) => registry.has(event),
    async addPlugin(hooks, origin) {
      await compiler.prepare(hooks);
      return registry.addPlugin(hooks, origin);
    },
    async addSkill(skill, hooks) {
      if (hooks === undefined) return [];
      await compiler.prepare(hooks);
      const { qualifiedName: name, path, directory, pluginRoot, pluginData } = skill;
      return registry.addSkill(common.agent_id === undefined ? hooks : endInFork(hooks), {
        kind: "skill",
        name,
        path,
        directory,
        ...(pluginRoot !== undefined && { pluginRoot }),
        ...(pluginData !== undefined && { pluginData }),
      });
    },
    clearSkills: registry.clearSkills,
    fork: ({ id, type }) =>
      createAgentHooks({
        ...options,
        registry: registry.fork(),
        common: { ...common, agent_id: id, agent_type: type },
      }),
    ...(common.agent_type !== undefined && { agentType: common.agent_type }),
    takeNotices() {
      const taken = notices;
      notices = [];
      return taken;
    },
    stopReason: () => stop,
    startTurn() {
      stop = undefined;
    },
    async settled() {
      await Promise.all(aside);
    },
  };
}

/** A sub-agent ends with `SubagentStop`; an author who writes `Stop` into a forked skill means that end. */
function endInFork(hooks: HooksConfig): HooksConfig {
  const { Stop: atEnd, ...rest } = hooks;
  return atEnd === undefined ? hooks : { ...rest, SubagentStop: [...(rest.SubagentStop ?? []), ...atEnd] };
}
