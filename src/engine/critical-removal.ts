/** Recognises removals that nobody means: of the root, a home, the working directory or one of its parents. */
import { dirname, resolve } from "node:path";
import { isWithin } from "./relative-to-root.ts";
import type { ShellWord } from "./shell-analysis.ts";

/** True for `rm -r` (also after `sudo` and the like, as one of a command's forms) on something critical. */
export function isCriticalRemoval(words: readonly ShellWord[], context: { cwd: string; home: string }): boolean {
  const [program, ...rest] = words;
  if (program?.text !== "rm") return false;
  const isRecursive = rest.some((word) => /^-[a-zA-Z]*[rR]/.test(word.text) || word.text === "--recursive");
  return isRecursive && rest.some((word) => !word.text.startsWith("-") && isCritical(word, context));
}

function isCritical(word: ShellWord, { cwd, home }: { cwd: string; home: string }): boolean {
  const text = word.text.replace(/^["']|["']$/g, "");
  // `"$DIR"/*` is `/*` when the variable is empty.
  if (!word.isLiteral && /^"?\$(?:\w+|\{\w+\})"?\/\**$/.test(word.text)) return true;
  const plain = text.replace(/\/?\*+$/, "").replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
  if (plain === "" || plain.includes("$")) return plain === "" && text !== "";
  const target = resolve(cwd, plain);
  return isWithin(target, cwd) || isWithin(target, home) || dirname(target) === resolve("/");
}
