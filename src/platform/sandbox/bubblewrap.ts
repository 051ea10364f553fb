/** The sandbox of Linux: runs commands through bubblewrap, if it is there and the kernel lets it. */
import { lstat, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { isWithin, messageOf } from "../../engine/index.ts";
import { runProcess } from "../run-process.ts";
import { resolveSearchPath } from "../search-path.ts";
import { findExecutable } from "../shell-program.ts";
import { bubblewrapArguments, bubblewrapIsolation } from "./bubblewrap-arguments.ts";
import { explainFailure } from "./explain-failure.ts";
import { createPlaceholders } from "./placeholders.ts";
import { createPrivateTemp, temporaryVariables } from "./private-temp.ts";
import { BUBBLEWRAP_MISSING, describeBubblewrapFailure } from "./probe-failure.ts";
import { AGENT_DIRECTORIES, strayFiles } from "./protected-places.ts";
import { directoriesDownTo, pinPolicy, resolvePlan } from "./resolve-plan.ts";
import type { Sandbox, SandboxLack, SandboxPolicy } from "./sandbox.ts";
import { SESSION_VARIABLES } from "./secret-places.ts";

const PROBE_TIMEOUT_MS = 10_000;

export interface BubblewrapOptions {
  readonly policy: SandboxPolicy;
  /** The environment of commands; its `PATH` is where bubblewrap is looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Creates it; nothing is looked at before it is asked for something. */
export function createBubblewrap({ policy: given, env }: BubblewrapOptions): Sandbox {
  const temp = createPrivateTemp(env.TMPDIR);
  let pinned: Promise<SandboxPolicy> | undefined;
  const pin = () => {
    pinned ??= pinPolicy(given);
    return pinned;
  };
  const placeholders = createPlaceholders();
  let probed: Promise<string | SandboxLack> | undefined;
  const probe = () => {
    probed ??= probeBubblewrap(given, env);
    return probed;
  };

  return {
    async status() {
      const program = await probe();
      return typeof program === "string" ? { kind: "ready", by: "bubblewrap" } : program;
    },
    async confine({ program, args }) {
      const bubblewrap = await probe();
      if (typeof bubblewrap !== "string") return bubblewrap;
      const policy = await pin();
      const directories = policy.workspace.flatMap((root) => directoriesDownTo(policy.cwd, root));
      await placeholders.hold(directories.flatMap((path) => AGENT_DIRECTORIES.map((name) => join(path, name))));
      const strays = await findAbsent(policy.workspace.flatMap(strayFiles));
      const plan = await resolvePlan(policy, { temp: await temp.path(), sharedTemps: ["/tmp"] });
      return {
        kind: "confined",
        program: bubblewrap,
        args: [...bubblewrapArguments(plan), program, ...args],
        env: {
          ...Object.fromEntries(SESSION_VARIABLES.map((name) => [name, undefined])),
          ...temporaryVariables(plan.temp, env),
        },
        explain: (ended) => explainFailure(ended, plan),
        async tidy() {
          await Promise.all(strays.map((path) => rm(path, { force: true }).catch(() => undefined)));
        },
      };
    },
    async close() {
      placeholders.remove();
      await temp.remove();
    },
  };
}

/** Those of the files that do not exist although their directory does. */
async function findAbsent(paths: readonly string[]): Promise<readonly string[]> {
  const absent = paths.map(async (path) => {
    const holder = await lstat(dirname(path)).catch(() => undefined);
    const found = await lstat(path).catch(() => undefined);
    return holder?.isDirectory() && found === undefined ? [path] : [];
  });
  return (await Promise.all(absent)).flat();
}

/** The path of a bubblewrap that really confines a command here. Never rejects. */
async function probeBubblewrap(policy: SandboxPolicy, env: BubblewrapOptions["env"]): Promise<string | SandboxLack> {
  // One that a workspace brings would be asked to confine what the workspace does.
  const foreign = await resolveSearchPath(env.PATH, policy.cwd);
  const ours = (directory: string) =>
    [...policy.workspace, ...policy.writable].some((root) => isWithin(root, directory));
  const directories = foreign.split(delimiter).filter((path) => !ours(path));
  const program = await findExecutable(["bwrap"], directories.join(delimiter));
  if (program === undefined) return BUBBLEWRAP_MISSING;
  try {
    const result = await runProcess(
      { program, args: [...bubblewrapIsolation(policy), "--", "/bin/sh", "-c", ":"] },
      { cwd: "/", env, timeoutMs: PROBE_TIMEOUT_MS, maxOutputBytes: 4096 },
    );
    if (result.exitCode === 0) return program;
    return describeBubblewrapFailure(result.timedOut ? "it did not answer" : result.stderr);
  } catch (error) {
    return describeBubblewrapFailure(messageOf(error));
  }
}
