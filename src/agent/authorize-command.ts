/** Decides on a command that a skill's author wants run before the model sees the skill's text. */
import type { CommandAuthorization, CommandRequest } from "../engine/index.ts";
import type { AskUser } from "./ask-about-skill.ts";
import { checkPermission, type PermissionSettings, resolvePolicy } from "./permission-check.ts";

export interface CommandConditions {
  readonly cwd: string;
  readonly permissions: PermissionSettings;
  readonly askUser?: AskUser;
  /** Withdraws the question. */
  readonly signal: AbortSignal;
}

/** The same rules as for the model's commands, with what the skill itself is granted; a person is asked where they leave it open. */
export async function authorizeCommand(
  { command, skill }: CommandRequest,
  { cwd, permissions, askUser, signal }: CommandConditions,
): Promise<CommandAuthorization> {
  const access = { kind: "command", command } as const;
  const policy = await resolvePolicy(permissions, { cwd, isInteractive: askUser !== undefined });
  const { decision, reason, suggestions } = await checkPermission("Bash", access, policy);
  if (decision !== "ask" || askUser === undefined) return { allowed: decision === "allow", reason };
  const answer = await askUser({
    id: `skill:${skill.qualifiedName}`,
    tool: "Bash",
    input: { command },
    access,
    reason: `The skill "${skill.callName}" runs this command before it starts. ${reason}`,
    suggestions,
    signal,
  });
  if (answer.kind === "allow") return { allowed: true, reason: "The user allowed it." };
  return { allowed: false, reason: answer.message?.trim() || "The user did not allow it." };
}
