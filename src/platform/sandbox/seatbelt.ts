/** The sandbox of macOS: runs commands through `sandbox-exec`, which is part of the system. */
import { messageOf } from "../../engine/index.ts";
import { runProcess } from "../run-process.ts";
import { explainFailure } from "./explain-failure.ts";
import { createPrivateTemp, temporaryVariables } from "./private-temp.ts";
import { describeSeatbeltFailure } from "./probe-failure.ts";
import { pinPolicy, resolvePlan } from "./resolve-plan.ts";
import type { Sandbox, SandboxLack, SandboxPolicy } from "./sandbox.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";
import { SESSION_VARIABLES } from "./secret-places.ts";

const PROGRAM = "/usr/bin/sandbox-exec";
const PROBE_TIMEOUT_MS = 10_000;

export interface SeatbeltOptions {
  readonly policy: SandboxPolicy;
  /** The environment of commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Creates it; nothing is looked at before it is asked for something. */
export function createSeatbelt({ policy, env }: SeatbeltOptions): Sandbox {
  const temp = createPrivateTemp(env.TMPDIR);
  let pinned: Promise<SandboxPolicy> | undefined;
  const plan = async () => {
    pinned ??= pinPolicy(policy);
    return resolvePlan(await pinned, { temp: await temp.path(), sharedTemps: ["/tmp"] });
  };
  let probed: Promise<SandboxLack | undefined> | undefined;
  const probe = () => {
    probed ??= plan().then((it) => probeSeatbelt(seatbeltProfile(it), env), failed);
    return probed;
  };
  return {
    status: async () => (await probe()) ?? { kind: "ready", by: "sandbox-exec" },
    async confine({ program, args }) {
      const lack = await probe();
      if (lack !== undefined) return lack;
      const current = await plan();
      return {
        kind: "confined",
        program: PROGRAM,
        args: ["-p", seatbeltProfile(current), program, ...args],
        env: {
          ...Object.fromEntries(SESSION_VARIABLES.map((name) => [name, undefined])),
          ...temporaryVariables(current.temp, env),
        },
        explain: (ended) => explainFailure(ended, current),
        // Here even what does not exist cannot be made.
        tidy: async () => {},
      };
    },
    close: () => temp.remove(),
  };
}

/** With the profile of a real command, so that a system which does not know one of its words is found out. */
async function probeSeatbelt(profile: string, env: SeatbeltOptions["env"]): Promise<SandboxLack | undefined> {
  try {
    const result = await runProcess(
      { program: PROGRAM, args: ["-p", profile, "/bin/sh", "-c", ":"] },
      { cwd: "/", env, timeoutMs: PROBE_TIMEOUT_MS, maxOutputBytes: 4096 },
    );
    if (result.exitCode === 0) return undefined;
    return describeSeatbeltFailure(result.timedOut ? "it did not answer" : result.stderr);
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): SandboxLack {
  return describeSeatbeltFailure(messageOf(error));
}
