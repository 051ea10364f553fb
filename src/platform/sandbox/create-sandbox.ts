/** Chooses the sandbox of this machine. */
import { type BubblewrapOptions, createBubblewrap } from "./bubblewrap.ts";
import { describeNoSandbox } from "./probe-failure.ts";
import type { Sandbox } from "./sandbox.ts";
import { createSeatbelt } from "./seatbelt.ts";

export interface CreateSandboxOptions extends BubblewrapOptions {
  /** Default: that of this process. */
  readonly platform?: NodeJS.Platform;
}

/** Bubblewrap on Linux, `sandbox-exec` on macOS, elsewhere one that says that there is none. Looks at nothing yet. */
export function createSandbox({ platform = process.platform, ...options }: CreateSandboxOptions): Sandbox {
  if (platform === "linux") return createBubblewrap(options);
  if (platform === "darwin") return createSeatbelt(options);
  const lack = describeNoSandbox(platform);
  return { status: async () => lack, confine: async () => lack, close: async () => {} };
}
