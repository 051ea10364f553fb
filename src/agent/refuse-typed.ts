/** Says to the person who typed a skill's name why nothing runs, and what to type instead. Pure. */
import { type Diagnostic, findUnloaded, nearNames, type Outcome } from "../engine/index.ts";
import type { AgentFailure } from "./events.ts";
import { BUILT_IN_COMMANDS } from "./slash-commands.ts";

const COMMAND_NAMES = BUILT_IN_COMMANDS.flatMap(({ name, aliases }) => [name, ...aliases]);

/** `typed` is the name as typed, without the slash; `diagnostics` are those of the skill files. */
export function refuseTyped(
  typed: string,
  outcome: Extract<Outcome, { kind: "ask" | "refused" }>,
  diagnostics: readonly Diagnostic[],
): AgentFailure {
  if (outcome.kind === "ask") {
    const [rule] = outcome.rules;
    return {
      code: "denied",
      message: `the skill "${outcome.skill.callName}" needs permission, and nobody can be asked here`,
      ...(rule !== undefined && { hint: `Allow it with --allow ${JSON.stringify(rule)}.` }),
    };
  }
  const { code, message, suggestions } = outcome;
  const unloaded = code === "unknown" ? findUnloaded(typed, diagnostics) : undefined;
  if (unloaded !== undefined) {
    const { because, hint } = unloaded;
    return { code, message: `skill "${typed}" not found: ${because}`, ...(hint !== undefined && { hint }) };
  }
  // A mistyped command reads like an unknown skill.
  const commands = code === "unknown" ? nearNames(typed, COMMAND_NAMES, 2) : [];
  const near = [...commands, ...suggestions.filter((name) => !message.includes(name))].map((name) => `/${name}`);
  if (near.length > 0) return { code, message, hint: `Did you mean ${near.join(", ")}?` };
  if (code === "unknown" && suggestions.length === 0) {
    return {
      code,
      message,
      hint: "/help lists what can be typed; a blank before the slash sends the text to the model.",
    };
  }
  return { code, message };
}
