/** Remembers which files are at hand and says how near a skill's directory is to them. */
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { LoadedSkill } from "./types.ts";

export interface FilesAtHand {
  /** Takes files that were touched just now, absolute or relative to the working directory, the last one last. */
  note(files: readonly string[]): void;
  /**
   * How far it is from the nearest file at hand to the directory that the skill belongs to, to be compared with the distance
   * of other skills. Infinity for a skill that belongs to no directory of the work: a person's own, the program's, a plugin's.
   */
  distance(skill: Pick<LoadedSkill, "path" | "source">): number;
  /** Back to the working directory alone. */
  clear(): void;
  /** Absolute directories of the files, latest last; handed to `createFilesAtHand` they give the same distances. */
  directories(): readonly string[];
}

/** Directories of touched files that count: what was touched before these is no longer at hand. */
const MAX_DIRECTORIES = 16;

/** A step down weighs more than any number of steps up: what stands above a file is meant for it, what stands beside it is not. */
const STEP_DOWN = 100_000;

/** Creates it for an absolute working directory, which stands for the files as long as none was touched. */
export function createFilesAtHand(cwd: string, initial: readonly string[] = []): FilesAtHand {
  let directories: readonly string[] = initial.slice(-MAX_DIRECTORIES);
  /** By the directory of skills. Emptied when the files at hand change. */
  let distances = new Map<string, number>();

  return {
    note(files) {
      const added = files.map((file) => dirname(resolve(cwd, file)));
      const next = [...new Set([...directories, ...added].reverse())].slice(0, MAX_DIRECTORIES).reverse();
      if (next.join("\0") === directories.join("\0")) return;
      directories = next;
      distances = new Map();
    },
    distance(skill) {
      const home = homeOf(skill);
      if (home === undefined) return Number.POSITIVE_INFINITY;
      const known = distances.get(home);
      if (known !== undefined) return known;
      const from = directories.length === 0 ? [cwd] : directories;
      const distance = Math.min(...from.map((directory) => distanceBetween(directory, home)));
      distances.set(home, distance);
      return distance;
    },
    clear() {
      directories = [];
      distances = new Map();
    },
    directories: () => directories,
  };
}

/** The directory whose `.claude` or `.agents` holds the skill. */
function homeOf({ path, source }: Pick<LoadedSkill, "path" | "source">): string | undefined {
  if (source !== "project" && source !== "nested" && source !== "added") return undefined;
  const end = Math.max(path.lastIndexOf(`${sep}.claude${sep}`), path.lastIndexOf(`${sep}.agents${sep}`));
  return end < 0 ? undefined : path.slice(0, end) || sep;
}

function distanceBetween(from: string, to: string): number {
  const way = relative(from, to);
  // Another drive.
  if (isAbsolute(way)) return Number.POSITIVE_INFINITY;
  const steps = way === "" ? [] : way.split(sep);
  const up = steps.filter((step) => step === "..").length;
  return up + (steps.length - up) * STEP_DOWN;
}
