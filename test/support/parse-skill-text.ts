/** Parses skill text written in a test, in place of a file on disk. */
import { type Diagnostic, type ParsedSkill, parseSkill, type SkillKind } from "../../src/engine/index.ts";

export interface SkillText {
  readonly directoryName?: string;
  readonly kind?: SkillKind;
}

/** Parses text (or bytes) as `/skills/<directoryName>/SKILL.md`. */
export function parseSkillText(text: string | Uint8Array, options: SkillText = {}): ParsedSkill {
  const directoryName = options.directoryName ?? "sample";
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return parseSkill({ bytes, path: `/skills/${directoryName}/SKILL.md`, directoryName, kind: options.kind ?? "skill" });
}

/** As `parseSkillText`, for text that must load. */
export function loadSkillText(text: string | Uint8Array, options?: SkillText) {
  const parsed = parseSkillText(text, options);
  if (parsed.kind === "refused") throw new Error(parsed.diagnostics.map(({ message }) => message).join(" "));
  return parsed;
}

/** `severity code line` of each diagnostic, for short expectations. */
export function summarise(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, code, line }) => [severity, code, line].filter(Boolean).join(" "));
}
