/** Decides on a command that a skill's author wants run before the model sees the skill's text. */
import type { CommandAuthorization, CommandRequest, Logger } from "../engine/index.ts";
import type { AskUser } from "./ask-about-skill.ts";
import { logDecision } from "./log-permission.ts";
import { type PermissionSettings, resolvePolicy } from "./permission-check.ts";
import { decideWithWish, reviewCall } from "./review-call.ts";
import type { ToolInterceptor } from "./tool-interceptor.ts";
import { bashTool } from "./tools/bash.ts";

export interface CommandConditions {
  readonly cwd: string;
  /** The rules of this moment, with what the skill grants itself. */
  permissions(): PermissionSettings;
  readonly interceptors: readonly ToolInterceptor[];
  readonly askUser?: AskUser;
  readonly logger: Logger;
  /** Stops hooks and withdraws the question. */
  readonly signal: AbortSignal;
}

/**
 * The same hooks and rules as for the model's own commands; a person is asked where they leave it open. Rejects only when
 * the signal aborts.
 */
export async function authorizeCommand(
  { command, env, skill, by }: CommandRequest,
  { cwd, permissions, interceptors, askUser, logger, signal }: CommandConditions,
): Promise<CommandAuthorization> {
  const id = `skill:${skill.qualifiedName}`;
  const call = { id, tool: bashTool.name, input: { command }, injected: { skill: skill.callName, env } };
  const review = await reviewCall(call, { definition: bashTool, interceptors, signal });
  const logged = (text: string) => ({
    tool: bashTool.name,
    access: { kind: "command", command: text } as const,
    skill: skill.callName,
  });
  if (review.kind === "refused") {
    const { message: reason, origin } = review;
    logDecision(logger, logged(command), { decision: "deny", reason, ...(origin !== undefined && { origin }) });
    return { allowed: false, reason };
  }

  const { notes, wish } = review;
  const input = bashTool.input.parse(review.input);
  const access = { kind: "command", command: input.command } as const;
  const cleared = {
    allowed: true,
    ...(input.command !== command && { command: input.command }),
    ...(notes.length > 0 && { context: notes }),
  };
  const decide = async () => {
    const policy = await resolvePolicy(permissions(), { cwd, isInteractive: askUser !== undefined });
    const decided = await decideWithWish({ tool: bashTool.name, access, wish }, policy);
    logDecision(logger, logged(input.command), decided);
    return decided;
  };
  const decided = await decide();
  const { decision, reason, suggestions } = decided;
  if (decision === "allow") return { ...cleared, reason };
  if (decision === "deny" || askUser === undefined) return { allowed: false, reason };
  const answer = await askUser({
    id,
    tool: bashTool.name,
    input: { command: input.command },
    access,
    reason: `The skill "${skill.callName}" runs this command before it starts. ${reason}`,
    suggestions,
    by,
    signal,
    async settle() {
      const again = await decide();
      if (again.decision === "ask") return undefined;
      return again.decision === "allow" ? { kind: "allow" } : { kind: "deny", message: again.reason };
    },
  });
  if (answer.kind === "allow") return { ...cleared, reason: "The user allowed it." };
  return { allowed: false, reason: answer.message?.trim() || "The user did not allow it." };
}
