/** Ends a process together with everything that it started. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { withoutWorkspacePrograms } from "./search-path.ts";

const execFileAsync = promisify(execFile);

/** How long a process has between the request to end and the end. */
const TERM_GRACE_MS = 500;
const POLL_MS = 20;

/** A tree that still grows after so many looks is a fork bomb; what is known of it is ended. */
const MAX_FREEZE_ROUNDS = 10;

/**
 * Ends the process group led by `pid` and all its descendants, also those that moved to a group of their own: first
 * SIGTERM, then SIGKILL. Resolves when both were sent. Never rejects: a process that is already gone is what was wanted.
 */
export async function endProcessTree(pid: number): Promise<void> {
  if (process.platform === "win32") {
    await execFileAsync("taskkill", ["/PID", String(pid), "/T", "/F"]).catch(() => undefined);
    return;
  }
  const descendants = await freezeTree(pid);
  signalAll(pid, descendants, "SIGTERM");
  // A stopped process does not see a signal that it handles until it goes on.
  signalAll(pid, descendants, "SIGCONT");
  for (let waited = 0; waited < TERM_GRACE_MS && someAlive(pid, descendants); waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  signalAll(pid, descendants, "SIGKILL");
}

/** Kills the process group at once, without waiting; for use while this process itself ends. */
export function killProcessGroup(pid: number): void {
  signal(process.platform === "win32" ? pid : -pid, "SIGKILL");
}

/**
 * Stops the tree and lists what is in it. Nothing can fork away while it is listed, and a parent that is gone already
 * would take the knowledge of its children with it.
 */
async function freezeTree(pid: number): Promise<readonly number[]> {
  const frozen = new Set<number>();
  signal(-pid, "SIGSTOP");
  for (let round = 0; round < MAX_FREEZE_ROUNDS; round++) {
    const fresh = (await listDescendants(pid)).filter((descendant) => !frozen.has(descendant));
    if (fresh.length === 0) break;
    for (const descendant of fresh) {
      frozen.add(descendant);
      signal(descendant, "SIGSTOP");
    }
  }
  return [...frozen];
}

function signalAll(pid: number, descendants: readonly number[], name: NodeJS.Signals): void {
  signal(-pid, name);
  for (const descendant of descendants) signal(descendant, name);
}

function someAlive(pid: number, descendants: readonly number[]): boolean {
  return [-pid, ...descendants].some((target) => signal(target, 0));
}

/** False when there is nothing to signal (ESRCH) or it changed its user and is not ours to end (EPERM). */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function listDescendants(pid: number): Promise<readonly number[]> {
  const env = await withoutWorkspacePrograms(process.env, process.cwd());
  const listing = await execFileAsync("ps", ["-A", "-o", "pid=,ppid="], { env }).catch(() => ({ stdout: "" }));
  const childrenOf = new Map<number, number[]>();
  for (const line of listing.stdout.split("\n")) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    if (child === undefined || parent === undefined) continue;
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child]);
  }
  const found: number[] = [];
  const pending = [pid];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    const children = childrenOf.get(parent) ?? [];
    found.push(...children);
    pending.push(...children);
  }
  return found;
}
