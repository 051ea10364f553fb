/** What `/help`, `/skills` and `/model` say. */
import type { Skill, SkillEntry } from "../engine/index.ts";
import type { SandboxDescription } from "./shell-sandbox.ts";
import { BUILT_IN_COMMANDS } from "./slash-commands.ts";

/** Characters of a description in a list for people. */
const DESCRIPTION_WIDTH = 100;
/** Characters of a name with its argument hint, beyond which the description moves to the next line. */
const HEAD_WIDTH = 28;

/** The built-in commands, then every skill that can be typed, with what to type after its name, then the sandbox. */
export function formatHelp(skills: readonly Skill[], sandbox: SandboxDescription): string {
  const commands = BUILT_IN_COMMANDS.map(({ name, aliases, argumentHint, description }) => ({
    head: [[name, ...aliases].map((each) => `/${each}`).join(", "), argumentHint ?? ""].join(" ").trimEnd(),
    text: description,
  }));
  const typed = skills.map((skill) => ({
    head: [`/${skill.callName}`, skill.argumentHint ?? ""].join(" ").trimEnd(),
    text: shortDescription(skill.description),
  }));
  const sections = [`Commands:\n${formatRows(commands)}`];
  sections.push(typed.length === 0 ? "No skills can be typed here." : `Skills:\n${formatRows(typed)}`);
  sections.push(formatSandbox(sandbox));
  return sections.join("\n\n");
}

function formatSandbox({ text, remedy }: SandboxDescription): string {
  return `Sandbox: ${text}.${remedy === undefined ? "" : ` To have one, ${remedy}.`}`;
}

/** All active skills that a person can type, then a line for what is waiting. Waiting skills are counted, not named. */
export function formatSkills(entries: readonly SkillEntry[]): string {
  const active = entries.filter(({ state, skill }) => state === "active" && skill.userInvocable);
  const waiting = entries.filter(({ state }) => state === "waiting").length;
  const rows = active.map(({ skill }) => ({
    head: skill.callName,
    text: `${shortDescription(skill.description)} (${[skill.source, ...(skill.context === "fork" ? ["fork"] : [])].join(", ")})`,
  }));
  const lines = [rows.length === 0 ? "There are no active skills." : formatRows(rows)];
  if (waiting > 0) {
    const subject = waiting === 1 ? "1 more skill waits" : `${waiting} more skills wait`;
    lines.push(`${subject} for a matching file; \`skillful skills list\` names ${waiting === 1 ? "it" : "them"}.`);
  }
  return lines.join("\n\n");
}

/** Two columns; the text of a head that is wider than its column goes on a line of its own. */
function formatRows(rows: readonly { readonly head: string; readonly text: string }[]): string {
  const width = Math.min(HEAD_WIDTH, Math.max(...rows.map(({ head }) => head.length)));
  return rows
    .map(({ head, text }) => {
      const first = head.length > width ? `${head}\n${" ".repeat(width + 2)}` : head.padEnd(width);
      return `  ${first}  ${text}`.trimEnd();
    })
    .join("\n");
}

/** One line: the whole text where it is short, else its first sentence, else what fits, cut between words. */
function shortDescription(text: string): string {
  const folded = text.replace(/\s+/g, " ").trim();
  if (folded.length <= DESCRIPTION_WIDTH) return folded;
  const sentence = /^.{20,}?[.!?](?=\s)/u.exec(folded)?.[0];
  if (sentence !== undefined && sentence.length <= DESCRIPTION_WIDTH) return sentence;
  const cut = folded.slice(0, DESCRIPTION_WIDTH);
  const blank = cut.lastIndexOf(" ");
  return `${cut.slice(0, blank > DESCRIPTION_WIDTH / 2 ? blank : DESCRIPTION_WIDTH - 1).replace(/[\s,;:]+$/, "")}…`;
}
