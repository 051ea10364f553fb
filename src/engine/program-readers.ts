/** Knows the programs that read an argument as a program, as an expression, or as the name of something to run. */

const BUILTINS = `eval source \\. exec command builtin trap let declare typeset local export read readarray mapfile unset
  alias coproc printf\\s+-v (?:test|\\[)\\s+-[vR] \\[\\[`;
const SHELLS = "(?:ba|z|da|k|c|tc|fi)?sh pwsh powershell cmd invoke-expression iex invoke-command icm start-process";
const RUNNERS = `ssh su sudo doas env nohup setsid nice time timeout xargs parallel watch find fd make docker podman kubectl
  at script npx bunx`;
const LANGUAGES = `python[\\d.]* node deno bun perl ruby php lua tclsh expect osascript [gmn]?awk sed ed ex vim? bc m4 gdb
  sqlite3 psql mysql`;

/** Words as patterns; blanks inside one are written as `\s`. */
const WORDS = [BUILTINS, SHELLS, RUNNERS, LANGUAGES].flatMap((list) => list.split(/\s+/));
const PATTERN = new RegExp(String.raw`(?:^|[\s;|&("'\`/{!])(?:${WORDS.join("|")})(?=$|[\s;|&)"'\`])`, "i");

/**
 * True when a command names such a program, for which the quoting of the shell around it protects nothing. Not complete, and
 * so never the only guard. Pure.
 */
export function usesProgramReader(command: string): boolean {
  return PATTERN.test(command);
}
