/** The forms of a command in which a rule that forbids may speak of it: behind every wrapper, under every spelling of its name. */
import type { ShellWord } from "./shell-analysis.ts";

type Words = readonly ShellWord[];

/** Programs that run another command given in their arguments. A rule that forbids looks at every suffix. */
const RUNNERS = new Set(
  (
    "sudo doas su runuser pkexec env xargs timeout nice nohup stdbuf time command builtin exec watch setsid setarch " +
    "linux32 linux64 ionice chrt taskset prlimit flock parallel strace ltrace perf valgrind gdb find fd busybox toybox " +
    "unshare chroot nsenter bwrap firejail fakeroot proot systemd-run dbus-run-session xvfb-run unbuffer rlwrap catchsegv " +
    "eatmydata script ssh npx bunx pnpx arch caffeinate sandbox-exec proxychains torsocks entr hyperfine git"
  ).split(" "),
);

/** Options in front of git's subcommand that take a word of their own. */
const GIT_VALUE_OPTION = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|super-prefix|attr-source|config-env|exec-path))$/;

/** Options and variables by which the name of a subcommand comes to mean something else. */
const GIT_RENAMES = /^(?:-c|--config-env|--exec-path)/;

/** Most words of a runner whose suffixes are looked at. */
const MAX_WORDS = 100;

/** False when a program that runs others has more arguments than `forbiddableForms` looks through. */
export function isLookedThrough(words: Words): boolean {
  const [first] = words;
  return words.length <= MAX_WORDS || first?.isLiteral !== true || !RUNNERS.has(plainName(first.text));
}

/** All forms; the first is the command as written. */
export function forbiddableForms(words: Words, effective: Words): readonly Words[] {
  const forms: Words[] = [words, effective];
  const [first] = words;
  if (first?.isLiteral && RUNNERS.has(plainName(first.text)) && isLookedThrough(words)) {
    const from = plainName(first.text) === "git" ? gitCommandAt(words) : 1;
    for (let start = from; start < words.length; start++) forms.push(words.slice(start));
  }
  const spelled = forms.flatMap((form) => [form, ...otherNames(form)]);
  return [...spelled, ...spelled.flatMap(gitForms)];
}

/** `git bisect run rm x` and `git submodule foreach rm x` run what follows; of other arguments git runs none. */
function gitCommandAt(words: Words): number {
  const at = words.findIndex((word) => word.text === "run" || word.text === "foreach");
  return at < 0 ? words.length : at + 1;
}

/** `/bin/rm` is `rm`, and on disks that do not mind case so is `RM`. */
function otherNames([program, ...rest]: Words): readonly Words[] {
  if (!program?.isLiteral) return [];
  const names = new Set([baseName(program.text), plainName(program.text)]);
  names.delete(program.text);
  names.delete("");
  return [...names].map((text) => [{ ...program, text }, ...rest]);
}

/** `git -C dir --no-pager push` and `git-push` as `git push`; with settings on the line that could rename it, as anything. */
function gitForms([program, ...rest]: Words): readonly Words[] {
  if (!program?.isLiteral) return [];
  if (/^git-./.test(program.text)) {
    return [[{ ...program, text: "git" }, { text: program.text.slice("git-".length), isLiteral: true }, ...rest]];
  }
  if (program.text !== "git" || !rest[0]?.text.startsWith("-")) return [];
  const forms: Words[] = [];
  let at = 0;
  let renames = false;
  while (rest[at]?.text.startsWith("-")) {
    const option = rest[at]?.text ?? "";
    renames ||= GIT_RENAMES.test(option);
    at += GIT_VALUE_OPTION.test(option) ? 2 : 1;
  }
  forms.push([program, ...rest.slice(at)]);
  // An option that is not known may have taken the word for itself.
  if (rest.length > at + 1) forms.push([program, ...rest.slice(at + 1)]);
  if (renames) forms.push([program, { text: "\u2026", isLiteral: false }]);
  return forms;
}

function plainName(program: string): string {
  return baseName(program).toLowerCase();
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
