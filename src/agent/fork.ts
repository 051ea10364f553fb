/** Runs a forked skill: a sub-agent with an empty history and its own tools, whose last text is all that comes back. */
import { createConversation } from "./conversation.ts";
import { type ForkCall, formatForkAnswer, type RunFork, type TurnEnd } from "./fork-call.ts";
import { openForkHooks } from "./hooks/index.ts";
import { resolveSkillModel } from "./resolve-skill-model.ts";
import { skillGrants } from "./skill-grants.ts";
import { filterTools, findTool, withoutTools } from "./tool-names.ts";
import { NO_USAGE } from "./usage.ts";

/** What a sub-agent is that no type was asked for. */
const GENERAL_TYPE = "general-purpose";

/** See `RunFork`. */
export async function* runFork({ host, outcome, args, by, parent, signal }: ForkCall): ReturnType<RunFork> {
  const { skill, request } = outcome;
  const name = skill.callName;
  const agent = request.session.agentId;
  host.logger.log("debug", "skill: starting fork", {
    name,
    allowed_tools: skill.allowedTools,
    model_override: request.model ?? "inherit",
  });
  const type = request.agent === undefined ? undefined : await host.loadAgentType(request.agent);
  const offered = filterTools(filterTools(parent.tools, type?.tools ?? []), request.tools);
  const tools = withoutTools(offered, [...(type?.disallow ?? []), ...request.disallow]);
  host.logger.log("debug", "skill: fork tools filtered", {
    name,
    total_tools: parent.tools.length,
    sub_tools: tools.length,
  });
  yield { agent: parent.agent, type: "skill-start", skill: name, mode: "fork", by, args };
  for (const message of outcome.notices) yield { agent: parent.agent, type: "notice", level: "warning", message };
  if (request.agent !== undefined && type === undefined) {
    const message = `the skill "${name}" asks for the agent "${request.agent}", which does not exist; it runs with the general one`;
    yield {
      agent: parent.agent,
      type: "notice",
      level: "warning",
      message,
      hint: "Agents are files in .claude/agents.",
    };
  }
  const chosen = await resolveSkillModel(host, {
    skill: name,
    name: request.model ?? type?.model,
    current: parent.model,
  });
  if (chosen.notice !== undefined) yield { agent: parent.agent, ...chosen.notice };

  const effort = request.effort ?? type?.effort ?? parent.effort;
  const { hooks, prompt } = yield* openForkHooks(outcome, {
    parent,
    type: type?.name ?? GENERAL_TYPE,
    signal,
  });
  const conversation = createConversation({
    host,
    runFork,
    agent,
    system: host.forkPrompt({ hasSkills: findTool(tools, "Skill") !== undefined, role: type?.prompt ?? "" }),
    session: request.session,
    tools,
    model: chosen.model ?? parent.model,
    ...(effort !== undefined && { effort }),
    grants: skillGrants(skill, request.allow),
    hooks,
    maxSteps: request.maxSteps,
  });
  let end: TurnEnd = { agent, type: "turn-end", reason: "aborted", text: "", steps: 0, usage: NO_USAGE };
  for await (const event of conversation.say(prompt, signal)) {
    if (event.type === "turn-end" && event.agent === agent) end = event;
    yield event;
  }

  const result = { skill: name, end };
  host.logger.log("debug", "skill: fork complete", { name, result_len: formatForkAnswer(result).length });
  yield { agent: parent.agent, type: "skill-end", skill: name, mode: "fork", isError: end.reason !== "done" };
  return result;
}
