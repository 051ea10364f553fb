/** Writes the profile with which macOS's `sandbox-exec` confines one program. Pure. */
import { placesInOrder, type SandboxPlace, type SandboxPlan } from "./sandbox-plan.ts";

const DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/stdout", "/dev/stderr", "/dev/tty"];

/**
 * Without these a command could have others act for it: apps, launchd, or the inspector that a signal opens in a process
 * of Node.
 */
const NO_HELPERS = `(deny appleevent-send)
(deny lsopen)
(deny job-creation)
(deny signal)
(allow signal (target same-sandbox))`;

/**
 * Of the rules that match, the last one counts. They speak of paths, so what does not exist is protected like what does.
 * The language is not documented by Apple; the operations are those of the profiles in /System/Library/Sandbox/Profiles.
 */
export function seatbeltProfile(plan: SandboxPlan): string {
  const lines = [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    `(allow file-write* ${DEVICES.map(literal).join(" ")} (subpath "/dev/fd"))`,
    ...(plan.network ? [] : ["(deny network*)"]),
    ...placesInOrder(plan).flatMap(rules),
    NO_HELPERS,
  ];
  return `${lines.join("\n")}\n`;
}

function rules({ kind, path }: SandboxPlace): readonly string[] {
  switch (kind) {
    case "shared-temp":
    case "visible":
      // There are no mounts: all see the same temporary directory, and write in their own part of it.
      return [];
    case "writable":
      // Reading, too: it may lie inside of a hidden place.
      return [`(allow file-read* file-write* ${subpath(path)})`, `(deny file-write-unlink ${literal(path)})`];
    case "anchor":
      return [`(deny file-write-unlink ${literal(path)})`];
    case "read-only":
      return [`(deny file-write* ${subpath(path)})`];
    case "absent":
      // On most disks of Macs `.CLAUDE` would become `.claude`.
      return [`(deny file-write* (regex #"^${inAnyCase(path)}(/|$)"))`];
    case "hidden":
      // A socket is reached by connecting to it, which is neither reading nor writing a file.
      return [`(deny file-read* file-write* network-outbound ${subpath(path)})`];
    default:
      return kind satisfies never;
  }
}

/**
 * A regular expression for this path, whatever the case of its letters. Characters that mean something in the profile, or
 * take more than one byte, stand for anything: rather a place too many is kept than one too few.
 */
function inAnyCase(path: string): string {
  return [...path]
    .map((char) => {
      if (/[a-z]/i.test(char)) return `[${char.toLowerCase()}${char.toUpperCase()}]`;
      if (/[\w/ -]/.test(char)) return char;
      return /[.+*?()[\]{}^$|]/.test(char) ? `\\${char}` : ".+";
    })
    .join("");
}

function subpath(path: string): string {
  return `(subpath ${quote(path)})`;
}

function literal(path: string): string {
  return `(literal ${quote(path)})`;
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
