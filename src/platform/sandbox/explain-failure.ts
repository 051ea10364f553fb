/** Says of a command that failed that it ran in a sandbox, when its output looks as if that were the reason. Pure. */
import { basename } from "node:path";
import type { EndedCommand } from "./sandbox.ts";
import type { SandboxPlan } from "./sandbox-plan.ts";

/** What programs print for EROFS, EPERM, EACCES and EBUSY. */
const REFUSED =
  /read-only file ?system|operation not permitted|permission denied|device or resource busy|\b(EROFS|EPERM|EACCES|EBUSY)\b/i;
/** What programs print when nothing answers, or no name can be looked up. */
const UNREACHABLE =
  /network is unreachable|could(?:n't| not) (?:resolve|connect)|failure in name resolution|connection refused|no route to host|\b(ENETUNREACH|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|EHOSTUNREACH)\b/i;
const MISSING = /no such file or directory|\bENOENT\b/i;

/** Named in a note at most, so that it stays one line. */
const MAX_NAMED = 4;

/** One line, or undefined when the sandbox explains nothing. */
export function explainFailure({ output, exitCode }: EndedCommand, plan: SandboxPlan): string | undefined {
  if (exitCode === undefined || exitCode === 0) return undefined;
  const isExplained =
    REFUSED.test(output) ||
    (!plan.network && UNREACHABLE.test(output)) ||
    output.split("\n").some((line) => MISSING.test(line) && namesCoveredPlace(line, plan));
  return isExplained ? formatNote(plan) : undefined;
}

/** Hidden directories are empty, and the machine's temporary files are out of sight. */
function namesCoveredPlace(line: string, { places }: SandboxPlan): boolean {
  return places.some(
    ({ kind, path }) =>
      (kind === "shared-temp" && line.includes(`${path}/`)) || (kind === "hidden" && line.includes(basename(path))),
  );
}

function formatNote({ places, network }: SandboxPlan): string {
  const writable = places.filter(({ kind }) => kind === "writable").map(({ path }) => path);
  const more = writable.length - MAX_NAMED;
  const named = `${writable.slice(0, MAX_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `(This ran in a sandbox: it could write only below ${named}, but not to places that configure tools; secrets of the home directory were hidden; the network was ${network ? "on" : "off"}.)`;
}
