/** Says what a thrown value means for the person and for the exit code. */
import { ModelError } from "../agent/index.ts";
import { SkillfulError } from "../engine/index.ts";
import { EXIT_ERROR, EXIT_USAGE } from "./exit-codes.ts";
import type { Notice } from "./format-notice.ts";

export interface Failure {
  readonly notice: Notice;
  /** Stable identifier, such as `settings-invalid`. */
  readonly code: string;
  readonly exitCode: number;
}

/** Never throws. What nobody planned for is reported with its stack, because somebody will have to mend it. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof SkillfulError) {
    const isUsage = error.code === "usage" || error.code === "cwd-missing";
    return failure(error.code, error.message, { hint: error.hint, exitCode: isUsage ? EXIT_USAGE : EXIT_ERROR });
  }
  if (error instanceof ModelError) {
    // A model that does not exist was named by somebody; one that does not answer is the world's fault.
    const exitCode = error.code === "no-model" ? EXIT_USAGE : EXIT_ERROR;
    return failure(error.code, error.message, { hint: error.hint, exitCode });
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return failure("internal", `unexpected failure: ${text}`, {
    hint: "This is a bug; please report it.",
    exitCode: EXIT_ERROR,
  });
}

function failure(
  code: string,
  message: string,
  rest: { readonly hint: string | undefined; readonly exitCode: number },
): Failure {
  const { hint, exitCode } = rest;
  return { code, exitCode, notice: { level: "error", message, ...(hint === undefined ? {} : { hint }) } };
}
