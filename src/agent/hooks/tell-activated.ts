/** Tells hooks which skills a tool call has woken. */
import type { GateResult } from "../gate.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { withHookContext } from "./hook-texts.ts";

/** Resolves to the result with what the hooks add to it. Rejects only on abort. */
export async function tellActivated(hooks: AgentHooks, result: GateResult, signal: AbortSignal): Promise<GateResult> {
  if (result.activated.length === 0) return result;
  const trigger_files = result.touched.map(({ path }) => path);
  const context: string[] = [];
  for (const skill_name of result.activated) {
    const outcome = await hooks.run("SkillActivated", { skill_name, trigger_files }, signal);
    context.push(...outcome.additionalContext);
  }
  return { ...result, text: withHookContext(result.text, context) };
}
