/** Where the person's own settings and state of Skillful lie. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** `SKILLFUL_HOME`, else `.skillful` in the home directory (`HOME`, else that of the account). Absolute. */
export function resolveSkillfulHome(
  env: Readonly<Record<string, string | undefined>>,
  home: string = resolve(nonBlank(env.HOME) ?? homedir()),
): string {
  return resolve(nonBlank(env.SKILLFUL_HOME) ?? join(home, ".skillful"));
}

function nonBlank(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value;
}
