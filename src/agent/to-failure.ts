/** Words any thrown value as one line that says what to do. */
import { messageOf, SkillfulError } from "../engine/index.ts";
import type { AgentFailure } from "./events.ts";
import { ModelError } from "./models/model.ts";

/** Never throws. A value that nobody planned for becomes a failure of code `internal`. */
export function toFailure(error: unknown): AgentFailure {
  if (error instanceof ModelError) return { code: error.code, message: error.message, hint: error.hint };
  if (error instanceof SkillfulError) {
    return { code: error.code, message: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
  }
  return { code: "internal", message: messageOf(error) };
}
