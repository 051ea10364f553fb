/** Codes of `SkillfulError`: our or the machine's fault, never the fault of a skill file or of a caller's arguments. */
export type SkillfulErrorCode =
  | "cwd-missing"
  | "closed"
  | "settings-invalid"
  | "internal"
  | "io"
  | "provider"
  | "usage";

/** Thrown for faults that are neither a wrong file (a `Diagnostic`) nor an impossible call (a `refused` outcome). */
export class SkillfulError extends Error {
  readonly code: SkillfulErrorCode;
  /** How to mend it, one sentence. */
  readonly hint?: string;

  constructor(code: SkillfulErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SkillfulError";
    this.code = code;
    if (options.hint !== undefined) this.hint = options.hint;
  }
}
