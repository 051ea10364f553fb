/** Reads from the system calls of a program, which `strace` records, what it has opened, watched, changed and started. */
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { ProgramWorld } from "../support/program-world.ts";

/** Whether system calls can be recorded here: some containers forbid it. */
export const hasStrace =
  process.platform === "linux" &&
  spawnSync("strace", ["-f", "-o", "/dev/null", "true"], { stdio: "ignore" }).status === 0;

const OPENING = ["open", "openat", "openat2", "creat"];
const STARTING = ["execve", "execveat"];
const CHANGING = ["mkdir", "mkdirat", "unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2"].concat([
  "symlink",
  "symlinkat",
  "link",
  "linkat",
  "truncate",
  "chmod",
  "fchmodat",
  "mknod",
  "mknodat",
]);
const CALLS = [...OPENING, ...STARTING, ...CHANGING, "inotify_add_watch"];

/** The command line that runs another one and records its system calls, and those of all that it starts. */
export function traceCommand(words: readonly string[], file: string): readonly string[] {
  // -y shows the real path behind every descriptor: of a link, where it led.
  return ["strace", "-f", "-qq", "-y", "-s", "4096", "-e", `trace=${CALLS.join(",")}`, "-o", file, ...words];
}

export interface TracePlaces {
  /** Everything that belongs to the test; what lies elsewhere is the system's. */
  readonly machine: string;
  readonly project: string;
  /** The program's own folder: read and written. */
  readonly state: string;
  /** Files and folders of the person that may be read. */
  readonly own: readonly string[];
  /** Folders whose names may be listed, and whose changes may be watched, without reading what is in them. */
  readonly listed: readonly string[];
}

/** The places of a machine of the program's tests. */
export function placesOf({ home, project, skillfulHome, managedDirectory }: ProgramWorld): TracePlaces {
  const machine = dirname(home);
  return {
    machine,
    project,
    state: skillfulHome,
    // Looked at for what is the person's own; there is nothing.
    own: [".claude", ".agents", ".gitconfig", ".config/git"].map((it) => join(home, it)).concat(managedDirectory),
    // Watched for the program's own folders to come; and of what the sandbox hides, the links.
    listed: [machine, home, join(home, ".ssh"), join(home, ".aws")],
  };
}

/**
 * What was opened, changed or started and must not be, each as `read PATH`, `write PATH` or `run PATH`: on the test's
 * machine only the project may be read, only the state written, and nothing started.
 */
export function findTrespasses(trace: string, places: TracePlaces): readonly string[] {
  const found = new Set<string>();
  const mayRead = (path: string) =>
    !isWithin(places.machine, path) || [places.project, places.state, ...places.own].some((it) => isWithin(it, path));
  const mayWrite = (path: string) => !isWithin(places.machine, path) || isWithin(places.state, path);
  for (const { name, args, real } of parseCalls(trace)) {
    // Where a relative path without a descriptor leads is not known; only the sandbox, building its own root, has some.
    const paths = [...args.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"([^"]*)"/g)].map(([, base = "/", path = ""]) =>
      resolve(base, path),
    );
    if (STARTING.includes(name)) {
      const [path = ""] = paths;
      if (isWithin(places.machine, path)) found.add(`run ${path}`);
    } else if (OPENING.includes(name)) {
      const isWrite = name === "creat" || /O_(?:WRONLY|RDWR|CREAT|TRUNC)/.test(args);
      const isListing = args.includes("O_DIRECTORY") && places.listed.includes(real);
      if (isWrite ? !mayWrite(real) : !mayRead(real) && !isListing) found.add(`${isWrite ? "write" : "read"} ${real}`);
    } else if (name === "inotify_add_watch") {
      const [path = ""] = paths.map(realOrSelf);
      if (!mayRead(path) && !places.listed.includes(path)) found.add(`read ${path}`);
    } else {
      for (const path of paths) if (!mayWrite(path)) found.add(`write ${path}`);
    }
  }
  return [...found].sort();
}

interface TracedCall {
  readonly name: string;
  readonly args: string;
  /** What the descriptor that came of it stands for; empty when none did. */
  readonly real: string;
}

/** The calls that succeeded. One that another process interrupts stands on two lines. */
function parseCalls(trace: string): readonly TracedCall[] {
  const begun = new Map<string, string>();
  return trace.split("\n").flatMap((line) => {
    const [, pid = "", text = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(text) ?? [];
    if (start !== undefined) begun.set(pid, start);
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? [];
    const whole = end === undefined ? text : `${begun.get(pid) ?? ""}${end}`;
    const [, name, args = "", real = ""] = /^(\w+)\((.*)\)\s+= \d+(?:<(.*)>)?$/.exec(whole) ?? [];
    return name === undefined ? [] : [{ name, args, real }];
  });
}

function realOrSelf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Gone by now: its name has to do.
    return path;
  }
}

function isWithin(directory: string, path: string): boolean {
  const between = relative(directory, path);
  return path !== "" && (between === "" || (!between.startsWith("..") && !isAbsolute(between)));
}
