/** Asks the person whether a skill may run, when the engine wants to know. */
import type { Outcome } from "../engine/index.ts";
import type { OpenQuestion, PermissionAnswer } from "./permission-check.ts";
import type { PermissionMode } from "./settings-schema.ts";

export type AskUser = (question: OpenQuestion) => Promise<PermissionAnswer>;

/**
 * Puts questions one after the other, whichever agent they come from. One that an answer to another has settled is not put,
 * nor is one whose agent was stopped.
 */
export function createQuestionQueue(askUser: AskUser): AskUser {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(async () => {
      question.signal.throwIfAborted();
      const settled = await question.settle?.();
      question.signal.throwIfAborted();
      return settled ?? askUser(question);
    });
    last = answer.catch(() => undefined);
    return answer;
  };
}

export interface SkillQuestionOptions {
  readonly mode: PermissionMode;
  readonly signal: AbortSignal;
  readonly askUser?: AskUser;
  /** Whether the person has agreed to a rule, whatever became of it since the skills were loaded. */
  isAgreed(rule: string): boolean;
}

/**
 * Turns an `ask` into what the person's answer makes of it; other outcomes come back as they are. An `ask` stays one where
 * nobody can be asked. Rejects when the signal aborts while the question is open.
 */
export async function askAboutSkill(outcome: Outcome, options: SkillQuestionOptions): Promise<Outcome> {
  if (outcome.kind !== "ask") return outcome;
  if (options.mode === "bypass") return askAboutSkill(await outcome.approve(), options);
  if (options.mode === "dont-ask" || options.askUser === undefined) return outcome;
  const { skill, question, rules, askedBy } = outcome;
  const isSettled = () => askedBy === undefined && rules.some(options.isAgreed);
  if (isSettled()) return askAboutSkill(await outcome.approve(), options);
  const answer = await options.askUser({
    id: `skill:${skill.qualifiedName}`,
    tool: "Skill",
    input: { skill: skill.callName },
    access: { kind: "none" },
    reason: question,
    suggestions: rules,
    ...(askedBy !== undefined && { askedBy }),
    by: "model",
    signal: options.signal,
    settle: async () => (isSettled() ? { kind: "allow" } : undefined),
  });
  options.signal.throwIfAborted();
  if (answer.kind === "allow") return askAboutSkill(await outcome.approve(answer.remember?.[0]), options);
  const message = answer.message?.trim() || `The user did not allow the skill "${skill.callName}".`;
  return { kind: "refused", code: "denied", message, suggestions: [] };
}
