/** Opens the agent that the command line describes. */
import manifest from "../../package.json" with { type: "json" };
import {
  type AgentOptions,
  type AgentSession,
  createAgent,
  createTrustStore,
  demoNotice,
  resolvePlaces,
  resolveWorkspaceRoot,
  type SetupReport,
} from "../agent/index.ts";
import { type Logger, messageOf } from "../engine/index.ts";
import type { Notice } from "./format-notice.ts";
import { createPalette } from "./palette.ts";
import type { SessionFlags } from "./session-flags.ts";

export interface OpenAgentContext {
  readonly env: NodeJS.ProcessEnv;
  readonly logger: Logger;
  readonly askUser?: AgentOptions["askUser"];
  /** True when the person has just said so. */
  readonly trusted?: boolean;
  /** Whether changed skill files take effect while the session goes on. Default false: it is over too soon for that. */
  readonly watch?: boolean;
}

/** What of the agent's options the flags say. `cwd` is left to the caller's start directory when the flag is missing. */
export function toAgentOptions(flags: SessionFlags, context: Pick<OpenAgentContext, "env">): AgentOptions {
  const { model, baseUrl, effort, maxSteps, permissionMode, sandbox, cwd, addDirs, settings, allow, ask, deny } = flags;
  return {
    env: context.env,
    addDirs,
    settings,
    allow,
    ask,
    deny,
    ...(cwd !== undefined && { cwd }),
    ...(model !== undefined && { model }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(effort !== undefined && { effort }),
    ...(maxSteps !== undefined && { maxSteps }),
    ...(permissionMode !== undefined && { permissionMode }),
    ...(sandbox !== undefined && { sandbox }),
  };
}

/** Rejects as `createAgent` does. */
export async function openAgent(flags: SessionFlags, context: OpenAgentContext): Promise<AgentSession> {
  const options = toAgentOptions(flags, context);
  const { askUser, logger } = context;
  const trusted = context.trusted === true || (await isTrusted(flags, options));
  const agent = await createAgent({ ...options, trusted, logger, formatSetup, ...(askUser && { askUser }) });
  if (context.watch === true) await watchSkills(agent, logger);
  return agent;
}

/** Without colours and line ends of its own: whoever shows a notice lays it out. */
async function formatSetup(report: SetupReport): Promise<string> {
  const { formatDoctor } = await import("./format-doctor.ts");
  const { version } = manifest;
  return formatDoctor(report, { palette: createPalette(false), columns: Number.POSITIVE_INFINITY, version });
}

/** A session without it is as good until a skill file changes, so a failure is not worth more than a line of log. */
async function watchSkills(agent: AgentSession, logger: Logger): Promise<void> {
  try {
    await agent.skills.watch();
  } catch (error) {
    logger.log("warn", "skill: changes cannot be watched", { error: describeReason(error) });
  }
}

function describeReason(error: unknown): string {
  return messageOf(error);
}

/** By `--trust` for this run, or for good by the person's trust file. */
export async function isTrusted(flags: Pick<SessionFlags, "trust">, options: AgentOptions): Promise<boolean> {
  if (flags.trust) return true;
  const { cwd, skillfulHome } = resolvePlaces(options);
  return createTrustStore({ skillfulHome }).isTrusted(await resolveWorkspaceRoot(cwd));
}

/** What is worth saying before the first message: settings that were skipped, skill files that are broken, the demo model. */
export function openingNotices(agent: AgentSession, options: { readonly announceDemo: boolean }): readonly Notice[] {
  const broken = agent.skills.diagnostics.filter(({ severity }) => severity === "error");
  const [first] = broken;
  const notices: Notice[] = [...agent.notices];
  if (first !== undefined) {
    const more = broken.length === 1 ? "" : ` (and ${broken.length - 1} more)`;
    const place = first.line === undefined ? first.path : `${first.path}:${first.line}`;
    notices.push({
      level: "warning",
      message: `${place}: ${first.message}${more}`,
      hint: "skillful skills list shows every problem with the lines concerned",
    });
  }
  if (options.announceDemo && agent.model.provider === "demo") notices.push({ level: "info", message: demoNotice });
  return notices;
}
