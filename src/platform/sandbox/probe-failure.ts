/** Says in plain words why a sandbox that is installed does not work here, and what would help. Pure. */
import type { SandboxLack } from "./sandbox.ts";

/** `said`: what the program printed on standard error. */
export function describeBubblewrapFailure(said: string): SandboxLack {
  const [line = "it printed nothing"] = said.trim().split("\n");
  const reason = `bubblewrap is installed but does not work here (${line.replace(/\.$/, "")})`;
  if (/namespace|uid map|uid_map|RTM_NEWADDR|setgroups/i.test(said)) {
    return {
      kind: "unavailable",
      reason,
      remedy:
        "allow unprivileged user namespaces: kernel.unprivileged_userns_clone=1, on Ubuntu an AppArmor profile for bwrap, in a container a security profile that permits them",
    };
  }
  if (/mount/i.test(said)) {
    return {
      kind: "unavailable",
      reason,
      remedy: "containers often forbid mounts; start the container so that it permits them, or rely on the container",
    };
  }
  return { kind: "unavailable", reason, remedy: "run `bwrap --ro-bind / / true` to see what it says" };
}

export const BUBBLEWRAP_MISSING: SandboxLack = {
  kind: "unavailable",
  reason: "bubblewrap (bwrap) is not on PATH",
  remedy: "install the package bubblewrap, such as with `apt install bubblewrap`",
};

export function describeSeatbeltFailure(said: string): SandboxLack {
  const [line = "it printed nothing"] = said.trim().split("\n");
  return {
    kind: "unavailable",
    reason: `/usr/bin/sandbox-exec does not work here (${line.replace(/\.$/, "")})`,
    remedy: "a program that is in a sandbox itself cannot make another one: start it from a plain terminal",
  };
}

export function describeNoSandbox(platform: string): SandboxLack {
  return {
    kind: "unavailable",
    reason: `there is no sandbox for ${platform}`,
    remedy: platform === "win32" ? "use WSL with the package bubblewrap" : "use Linux with bubblewrap, or macOS",
  };
}
