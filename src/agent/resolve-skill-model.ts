/** Turns the model that a skill names into one that can be called, or into a notice why the session's stays. */
import type { AgentHost } from "./agent-host.ts";
import type { AgentEvent } from "./events.ts";
import type { Model } from "./models/model.ts";
import { toFailure } from "./to-failure.ts";

export interface SkillModel {
  /** Absent: the session's model. */
  readonly model?: Model;
  readonly notice?: Omit<Extract<AgentEvent, { type: "notice" }>, "agent">;
}

/** Never throws: a skill that was written for a model which is not at hand runs with the session's. */
export async function resolveSkillModel(
  host: Pick<AgentHost, "resolveModel">,
  { skill, name, current }: { readonly skill: string; readonly name: string | undefined; readonly current: Model },
): Promise<SkillModel> {
  if (name === undefined) return {};
  try {
    return { model: await host.resolveModel(name, current) };
  } catch (error) {
    const { message, hint } = toFailure(error);
    const text = `the skill "${skill}" asks for the model "${name}", which cannot be used (${message}); it runs with the session's model`;
    return { notice: { type: "notice", level: "warning", message: text, ...(hint !== undefined && { hint }) } };
  }
}
