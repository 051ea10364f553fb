/** What a sandbox is made of, once every place of a policy has been looked up: links resolved, kinds known. */
import { dirname, sep } from "node:path";

/** All paths are absolute and real, except those of places that do not exist. */
export interface SandboxPlan {
  readonly cwd: string;
  readonly network: boolean;
  /** Directory of this session for temporary files, writable. */
  readonly temp: string;
  readonly places: readonly SandboxPlace[];
}

/**
 * `shared-temp`: a temporary directory of the machine, in whose place commands see `temp` where the sandbox can do that.
 * `visible`: a directory inside of one that stays in sight. `anchor`: a directory between a writable one and a place in it
 * that stays as it is; it may not be moved away. `absent`: does not exist and shall not come to exist.
 */
export interface SandboxPlace {
  readonly kind: "shared-temp" | "visible" | "writable" | "anchor" | "read-only" | "absent" | "hidden";
  readonly path: string;
  readonly isDirectory: boolean;
}

const RANKS: Readonly<Record<SandboxPlace["kind"], number>> = {
  "shared-temp": 0,
  visible: 1,
  writable: 2,
  anchor: 3,
  "read-only": 4,
  absent: 5,
  hidden: 6,
};

/** In the order in which they take effect: a place beats those around it, and of one path the stricter kind wins. */
export function placesInOrder({ places }: SandboxPlan): readonly SandboxPlace[] {
  return [...places].sort((a, b) => depthOf(a.path) - depthOf(b.path) || RANKS[a.kind] - RANKS[b.kind]);
}

function depthOf(path: string): number {
  return path === dirname(path) ? 0 : path.split(sep).length - 1;
}
