/** A real hook script for tests: it writes its input to a file, and answers as its command line says. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface HookAnswer {
  /** Standard output: a text, or an object that is printed as JSON. */
  readonly stdout?: string | Readonly<Record<string, unknown>>;
  readonly stderr?: string;
  /** Default 0. */
  readonly exitCode?: number;
}

export type HookInputRecord = Readonly<Record<string, unknown>> & { readonly hook_event_name: string };

export interface HookRecorder {
  /** The command of a hook that records its input and answers so. */
  command(answer?: HookAnswer): string;
  /** Every input so far, in order of arrival; of one event when it is named. */
  inputs(event?: string): Promise<readonly HookInputRecord[]>;
}

const SCRIPT = `#!/bin/sh
# record.sh LOG STDOUT STDERR EXIT-CODE
printf '%s\\n' "$(cat)" >> "$1"
[ -z "$2" ] || printf '%s\\n' "$2"
[ -z "$3" ] || printf '%s\\n' "$3" >&2
exit "$4"
`;

/** Puts the script into a directory, which also takes the recorded inputs. */
export async function createHookRecorder(directory: string): Promise<HookRecorder> {
  const script = join(directory, "record.sh");
  const log = join(directory, "hook-inputs.jsonl");
  await writeFile(script, SCRIPT);
  await writeFile(log, "");
  return {
    command({ stdout = "", stderr = "", exitCode = 0 } = {}) {
      const printed = typeof stdout === "string" ? stdout : JSON.stringify(stdout);
      return ["sh", script, log, printed, stderr, String(exitCode)].map(quote).join(" ");
    },
    async inputs(event) {
      const lines = (await readFile(log, "utf8")).split("\n").filter((line) => line !== "");
      const all = lines.map((line) => JSON.parse(line) as HookInputRecord);
      return event === undefined ? all : all.filter((input) => input.hook_event_name === event);
    },
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
