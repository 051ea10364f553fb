/** The file that a new skill starts with: short, complete, and fit for every program that reads skills. */
import type { Diagnostic } from "../types.ts";
import { lintSkill } from "./lint-skill.ts";
import { readLintSubject } from "./lint-subject.ts";
import { portableNameFault } from "./portable-name.ts";

const DEFAULT_DESCRIPTION = "Says what this skill does in one sentence. Use when the user asks for it in these words.";
/** Code points: the open standard's limit. */
const MAX_DESCRIPTION = 1024;

export type NewSkill =
  | { readonly kind: "skill"; readonly text: string }
  /** `message` and `hint` are sentences without a full stop, for the person who typed the name. */
  | { readonly kind: "refused"; readonly message: string; readonly hint: string };

/** Writes the text for a name and a description. Refuses what the open standard does not allow, and a
 * description that the linter warns of. Pure. */
export function newSkillText(options: { readonly name: string; readonly description?: string | undefined }): NewSkill {
  const { name } = options;
  const fault =
    name === name.normalize("NFKC").trim() ? portableNameFault(name) : "holds blanks or compatibility forms";
  if (fault !== undefined) {
    const message = `${JSON.stringify(name)} cannot be the name of a skill: it ${fault}`;
    return { kind: "refused", message, hint: "use 1 to 64 lower-case letters and digits, with single - between them" };
  }
  const description = (options.description ?? DEFAULT_DESCRIPTION).replace(/[\p{Cc}\s]+/gu, " ").trim();
  if (description === "" || [...description].length > MAX_DESCRIPTION) {
    const message = `the description must have 1 to ${MAX_DESCRIPTION} characters`;
    return { kind: "refused", message, hint: "say what the skill does and when to use it" };
  }
  const text = fill({ name, description });
  const [problem] = findProblems(name, text);
  if (problem === undefined) return { kind: "skill", text };
  const hint = problem.hint ?? "say what the skill does and when to use it";
  return { kind: "refused", message: problem.message.replace(/\.$/, ""), hint };
}

/** What the linter would hold against the file: a new skill begins without a warning. */
function findProblems(name: string, text: string): readonly Diagnostic[] {
  const file = {
    path: `${name}/SKILL.md`,
    directoryName: name,
    kind: "skill",
    bytes: new TextEncoder().encode(text),
  } as const;
  return lintSkill(readLintSubject(file), { portable: true }).filter(({ severity }) => severity !== "info");
}

function fill({ name, description }: { readonly name: string; readonly description: string }): string {
  // JSON's strings are YAML's, whatever the text holds; a name such as 123 would be a number.
  return `---
name: ${/^[a-z][a-z-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(name) ? name : JSON.stringify(name)}
description: ${JSON.stringify(description)}
---

# ${name}

Task: $ARGUMENTS

1. Read what the task is about before changing anything.
2. Replace these steps by yours, in the order in which they are done.
3. Check the result, and say what was done and how it was checked.
`;
}
