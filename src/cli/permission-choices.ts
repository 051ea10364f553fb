/** The answers that a permission question offers, what each of them does, and what a typed line means. Pure. */
import type { PermissionQuestion } from "../agent/index.ts";
import { printableLine, printableText } from "./printable-text.ts";
import { relativeFile } from "./relative-file.ts";

export type ChoiceKind = "once" | "session" | "always" | "no";

export interface OfferedChoice {
  readonly kind: ChoiceKind;
  readonly key: string;
  readonly word: string;
  /** As in the prompt. */
  readonly label: string;
}

export interface PermissionChoice {
  readonly kind: ChoiceKind;
  /** Words that came with a no. */
  readonly message?: string;
}

const SESSION: OfferedChoice = { kind: "session", key: "s", word: "session", label: "[s]ession" };
const ALWAYS: OfferedChoice = { kind: "always", key: "a", word: "always", label: "[a]lways" };
const NO: OfferedChoice = { kind: "no", key: "n", word: "no", label: "[n]o" };

/** What can be answered, in the order of the prompt. */
export function listChoices({ suggestions, always }: PermissionQuestion): readonly OfferedChoice[] {
  const hasRule = suggestions.length > 0;
  return [
    { kind: "once", key: "y", word: "yes", label: hasRule ? "[y]es once" : "[y]es" },
    ...(hasRule ? [SESSION] : []),
    ...(always.kind === "offered" ? [ALWAYS] : []),
    NO,
  ];
}

/** What the answers do, one row each. Rules stand in full: what is shown is what is allowed. */
export function explainChoices({ suggestions, always, by }: PermissionQuestion, cwd: string): readonly string[] {
  const rows: string[] = [];
  if (suggestions.length > 0) rows.push(`  s  allows ${listRules(suggestions)} for this session`);
  if (always.kind === "offered") rows.push(`  a  adds ${listRules(always.rules)} to ${relativeFile(always.path, cwd)}`);
  else rows.push(`     not for good: ${printableLine(always.reason, 500)}`);
  if (by === "model") rows.push("  n  with words tells the model what to do instead: n use pnpm");
  return rows;
}

function listRules(rules: readonly string[]): string {
  return printableText(rules.join(" and "));
}

/** Undefined for what was not offered, an empty line included: a slip must not allow anything. Words may follow a no. */
export function parseChoice(typed: string, choices: readonly OfferedChoice[]): PermissionChoice | undefined {
  const [, word = "", rest = ""] = /^(\p{L}+)(?:[\s,.:;!-]+(.*))?$/su.exec(typed.trim()) ?? [];
  const choice = choices.find((each) => [each.key, each.word].includes(word.toLowerCase()));
  const message = rest.trim();
  if (message === "") return choice && { kind: choice.kind };
  return choice?.kind === "no" ? { kind: "no", message } : undefined;
}
