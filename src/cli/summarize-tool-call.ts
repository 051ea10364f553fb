/** One line for a tool call and a few words for its result, for people who watch. */
import { printableLine } from "./printable-text.ts";

/** Which argument says the most, by canonical tool name. */
const TELLING_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  Read: ["file_path", "path"],
  Write: ["file_path", "path"],
  Edit: ["file_path", "path"],
  Bash: ["command"],
  Glob: ["pattern"],
  Grep: ["pattern"],
  Skill: ["skill", "search"],
};

/** Such as `Read src/app.tsx` or `Bash npm test`; `width` is the room in characters. Takes any input a model may send. */
export function summarizeToolCall(name: string, input: unknown, width: number): string {
  const argument = tellingArgument(name, input);
  return printableLine(argument === "" ? name : `${name} ${argument}`, width);
}

/** Such as `24 lines`, or for a failure the first line of what went wrong. */
export function summarizeToolResult(
  result: { readonly output: string; readonly isError: boolean },
  width: number,
): string {
  const output = withoutReminders(result.output).trim();
  if (output === "") return result.isError ? "failed" : "done";
  const lines = output.split("\n");
  const first = printableLine(lines.find((line) => line.trim() !== "") ?? "", width);
  if (result.isError || lines.length === 1) return first;
  return `${lines.length} lines`;
}

function tellingArgument(name: string, input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  const fields = input as Readonly<Record<string, unknown>>;
  const key = TELLING_ARGUMENTS[name]?.find((candidate) => typeof fields[candidate] === "string");
  if (key === undefined) return Object.keys(fields).length === 0 ? "" : JSON.stringify(fields);
  const args = name === "Skill" && typeof fields.args === "string" ? ` ${fields.args}` : "";
  return `${String(fields[key])}${args}`;
}

/** Reminders at the end of a result are for the model. */
function withoutReminders(output: string): string {
  return output.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, "");
}
