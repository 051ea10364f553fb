/** Carries an invocation out: decides, reads the body, fills it, and says what the host has to do with it. */
import { untilAborted } from "./abort.ts";
import { decideCall, type Permitted, resolveCall, willFork } from "./decide-invocation.ts";
import type { SkillDecision } from "./decide-skill.ts";
import type { CommandAuthorization, CommandRequest } from "./engine.ts";
import { expandRule } from "./expand-rule.ts";
import { fillBody } from "./fill-body.ts";
import { type BodySources, loadBody } from "./load-body.ts";
import type { ForkRequest, InvokeRequest, Outcome } from "./outcome.ts";
import { parseRule } from "./permission-rules.ts";
import type { Logger, Shell } from "./ports.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { SkillSession } from "./session.ts";
import type { EngineSettings } from "./settings.ts";
import { skillVariables } from "./skill-variables.ts";
import type { SkillView } from "./skill-view.ts";
import type { Effort, Skill } from "./types.ts";
import { whyInert } from "./why-inert.ts";

/** Model steps that a forked skill may take. */
const FORK_STEPS = 24;

export interface InvocationContext {
  readonly settings: EngineSettings;
  readonly view: SkillView;
  readonly sources: BodySources;
  /** Absolute. */
  readonly cwd: string;
  readonly projectRoot: string;
  readonly sessionId: string;
  readonly effort: Effort | undefined;
  /** Rules the person agreed to; `approve` adds to them. */
  readonly grants: Set<string>;
  /** Paths of the skills that the session is a fork for. */
  readonly ancestors: readonly string[];
  readonly shell: Shell;
  readonly logger: Logger;
  authorizeCommand(request: CommandRequest): Promise<CommandAuthorization>;
  /** Opens the session of the sub-agent that carries out `skill`. */
  openFork(skill: Skill): SkillSession;
}

/** Invokes. Rejects only when the request's signal aborts. */
export async function invokeSkill(request: InvokeRequest, context: InvocationContext): Promise<Outcome> {
  const call = resolveCall(request.name, request.by, context.view, context.settings);
  if (call.kind === "refused") return call;
  return proceed({ request, skill: call.skill, variants: call.variants, isApproved: false }, context);
}

interface Call {
  readonly request: InvokeRequest;
  readonly skill: Skill;
  readonly variants: readonly Skill[];
  readonly isApproved: boolean;
}

/** The file may say something else than when it was loaded: what it says now is decided on as well. */
async function proceed(call: Call, context: InvocationContext): Promise<Outcome> {
  const { request, skill } = call;
  const { by, args = "", signal, authorizeCommand = context.authorizeCommand } = request;
  const log = createDecisionLog(call, context.logger);
  const known = decide(skill, { ...call, log }, context);
  if (known.kind === "refused") return known;
  if (known.question !== undefined && !call.isApproved)
    return ask({ ...known, question: known.question }, call, context);

  const input = { args, cwd: context.cwd, ...(signal && { signal }) };
  const loaded = await untilAborted(() => loadBody(skill, input, context.sources), signal);
  if (loaded.kind === "failed") return refuse("failed", loaded.message);
  const fresh = decide(loaded.skill, { ...call, log }, context);
  if (fresh.kind === "refused") return fresh;
  if (fresh.question !== undefined && fresh.question !== known.question) {
    return ask({ ...fresh, question: fresh.question }, { ...call, skill: loaded.skill, isApproved: false }, context);
  }

  const { sessionId, projectRoot: projectDir, effort } = context;
  const variables = skillVariables(loaded.skill, { sessionId, projectDir, effort });
  const tools = loaded.skill.allowedTools.map((rule) => expandRule(rule, variables));
  const allow = loaded.skill.trusted ? tools : [];
  const how = { args, by, variables, allow, authorizeCommand, ...(signal && { signal }) };
  const filled = await fillBody(loaded, { ...context, ...how });
  signal?.throwIfAborted();
  if (filled.kind === "failed") return refuse("failed", filled.message);
  return toOutcome({ ...call, skill: loaded.skill, text: filled.text, tools, allow }, context);
}

/** Logs what the rules say of a call, and again only when the file says something else by now. */
function createDecisionLog({ skill, request, isApproved }: Call, logger: Logger) {
  let last: string | undefined;
  return ({ decision, rule, origin, reason }: SkillDecision): void => {
    const line = JSON.stringify([decision, rule]);
    const isKnown = line === last || (isApproved && last === undefined);
    last = line;
    if (isKnown) return;
    logger.log("debug", "permission: decision", {
      tool: "Skill",
      call: skill.callName,
      by: request.by,
      decision,
      ...(rule !== undefined && { rule }),
      ...(origin !== undefined && { origin }),
      reason,
    });
  };
}

interface DecidedCall extends Call {
  log(decision: SkillDecision): void;
}

function decide(skill: Skill, { request, log }: DecidedCall, context: InvocationContext): Permitted | Refusal {
  const { settings, ancestors, grants, view, logger } = context;
  const decision = decideCall(skill, {
    by: request.by,
    settings,
    ancestors,
    grants: [...grants],
    isWaiting: view.isWaiting(skill),
    onDecided: log,
  });
  if (decision.kind === "refused" && decision.code === "user-only") {
    logger.log("debug", "skill tool: model invocation disabled", { skill: skill.callName });
  }
  return decision;
}

function ask(
  { question, rule: askedBy }: { readonly question: string; readonly rule?: string },
  call: Call,
  context: InvocationContext,
): Outcome {
  const { skill } = call;
  return {
    kind: "ask",
    skill,
    question: `Run the skill "${skill.callName}"? ${question}`,
    ...(askedBy !== undefined && { askedBy }),
    rules: [`Skill(${skill.callName})`],
    async approve(rule) {
      if (rule !== undefined && !("error" in parseRule(rule))) context.grants.add(rule);
      return proceed({ ...call, isApproved: true }, context);
    },
  };
}

function toOutcome(
  call: Call & { readonly text: string; readonly tools: readonly string[]; readonly allow: readonly string[] },
  context: InvocationContext,
): Outcome {
  const { skill, request, text, variants, tools, allow } = call;
  const { settings, logger } = context;
  const { by, args = "" } = request;
  const notices = listNotices(skill);
  const hooks = skill.trusted && skill.hooks !== undefined && { hooks: skill.hooks };
  const how = {
    ...(skill.model !== undefined && { model: skill.model }),
    ...(skill.effort !== undefined && { effort: skill.effort }),
    allow,
    disallow: skill.disallowedTools,
    ...hooks,
  };
  if (willFork(skill, by, settings)) {
    const fork: ForkRequest = {
      ...how,
      ...(skill.agent !== undefined && { agent: skill.agent }),
      tools,
      maxSteps: FORK_STEPS,
      session: context.openFork(skill),
    };
    return { kind: "fork", skill, prompt: text, request: fork, notices };
  }
  logger.log("debug", "skill: expanding inline", { name: skill.callName, args });
  const restrict = settings.skills.inlineTools === "restrict" && tools.length > 0 && { restrict: tools };
  return {
    kind: "inline",
    skill,
    text: text + formatVariants(variants),
    overrides: { ...how, ...restrict },
    notices,
  };
}

/** What an untrusted skill asks for and does not get. */
function listNotices(skill: Skill): readonly string[] {
  const why = whyInert(skill);
  if (why === undefined) return [];
  const off = [
    ...(skill.hooks === undefined ? [] : ["its hooks"]),
    ...(skill.allowedTools.length === 0 ? [] : ["its permission for tools"]),
    ...(skill.hasInjectedCommands ? ["the commands in its text"] : []),
  ];
  if (off.length === 0) return [];
  return [`${why.replace(/^t/, "T")}, so of the skill "${skill.callName}" these are off: ${off.join(", ")}.`];
}

function formatVariants(variants: readonly Skill[]): string {
  if (variants.length === 0) return "";
  const lines = variants.map((skill) => `- ${skill.callName}`);
  return `\n\nOther skills of this name, for parts of the project:\n${lines.join("\n")}`;
}
