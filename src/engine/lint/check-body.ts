/** Checks the size of a body. */
import type { LintCheck } from "./lint-check.ts";

const MAX_LINES = 500;

export const checkBody: LintCheck = ({ body }) => {
  const trimmed = body.trimEnd();
  let lines = 1;
  for (let at = trimmed.indexOf("\n"); at !== -1; at = trimmed.indexOf("\n", at + 1)) lines += 1;
  if (lines <= MAX_LINES) return [];
  return [
    {
      code: "long-body",
      severity: "info",
      message: `The body has ${lines} lines; all of them enter the conversation whenever the skill is used.`,
      hint: `Stay below ${MAX_LINES} lines: move what is not always needed into files beside SKILL.md and link them.`,
      where: "body",
      offset: 0,
    },
  ];
};
