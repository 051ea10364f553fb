/** Tells tests whether bubblewrap works on this machine, asked by other means than the code under test. */
import { spawnSync } from "node:child_process";

const PROBE = ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--dev", "/dev", "--", "true"];

/** Where it does not, the reason for tests that are left out is printed. */
export function bubblewrapWorks(): boolean {
  const probe = spawnSync("bwrap", PROBE, { encoding: "utf8" });
  if (probe.status === 0) return true;
  const reason = probe.error === undefined ? probe.stderr.trim() : "bwrap is not installed";
  process.stderr.write(`Tests of commands in a sandbox are skipped: ${reason}\n`);
  return false;
}
