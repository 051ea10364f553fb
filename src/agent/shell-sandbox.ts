/** The sandbox of one session: what its settings make of the port, and what there is to say of it. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { isWithin, type Logger } from "../engine/index.ts";
import { createSandbox, type Sandbox, type SandboxPolicy, type ShellSandbox } from "../platform/index.ts";
import type { AgentPlaces } from "./agent-options.ts";
import type { SettingValues } from "./settings-schema.ts";

export interface SandboxContext {
  readonly values: SettingValues;
  readonly places: AgentPlaces;
  /** Absolute root of the workspace. */
  readonly root: string;
  /** The environment of commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told once, when the first command comes. */
  readonly logger?: Logger;
}

/**
 * What the sandbox comes to here. `off`: switched off. `unavailable`: commands run without one. `required`: it does not
 * work and commands are refused.
 */
export interface SandboxDescription {
  readonly state: "on" | "off" | "unavailable" | "required";
  /** One line that begins in lower case, such as `on (bubblewrap): …`. */
  readonly text: string;
  /** What would help where it does not work. */
  readonly remedy?: string;
}

export interface SessionSandbox {
  /** Absent when it is switched off. */
  readonly shell?: ShellSandbox;
  /** Asks the machine when it has not been asked yet. Never rejects. */
  describe(): Promise<SandboxDescription>;
  close(): Promise<void>;
}

/** Opens it. The machine is asked when the first command or the first question for its state comes. */
export function openSandbox(context: SandboxContext): SessionSandbox {
  const mode = context.values["sandbox.mode"] ?? "auto";
  if (mode === "off") {
    const text = "off by the setting sandbox.mode: commands can do what you can do";
    return { describe: async () => ({ state: "off", text }), close: async () => {} };
  }
  const policy = toPolicy(context);
  const sandbox = createSandbox({ policy, env: context.env });
  return {
    shell: { sandbox: context.logger ? withLog(sandbox, { logger: context.logger, policy }) : sandbox, mode },
    async describe() {
      const status = await sandbox.status();
      if (status.kind === "ready") return { state: "on", text: `on (${status.by}): ${describePolicy(policy)}` };
      const { reason, remedy } = status;
      if (mode === "on") {
        return { state: "required", text: `does not work, so commands are refused: ${reason}`, remedy };
      }
      return { state: "unavailable", text: `none, commands can do what you can do: ${reason}`, remedy };
    },
    close: () => sandbox.close(),
  };
}

/** What the sandbox would be in a session with these settings. Runs at most one trivial program. Never rejects. */
export async function describeSandbox(context: Omit<SandboxContext, "logger">): Promise<SandboxDescription> {
  const sandbox = openSandbox(context);
  try {
    return await sandbox.describe();
  } finally {
    await sandbox.close();
  }
}

function toPolicy({ values, places, root, env }: SandboxContext): SandboxPolicy {
  const { cwd, home, skillfulHome, managedDir } = places;
  const expand = (path: string) => resolve(cwd, path.replace(/^~(?=\/|$)/, home));
  const added = values["permissions.additionalDirectories"].map(expand);
  const agentSocket = env.SSH_AUTH_SOCK;
  return {
    // A home directory that is kept in git is no workspace of everything in it.
    workspace: [isWithin(root, home) ? cwd : root, ...added],
    cwd,
    home,
    writable: values["sandbox.writable"].map(expand),
    hidden: [
      ...values["sandbox.hidden"].map((path) => (path.startsWith("!") ? `!${expand(path.slice(1))}` : expand(path))),
      skillfulHome,
      ...(agentSocket !== undefined && isAbsolute(agentSocket) ? [agentSocket] : []),
    ],
    // Skills and the programs that they bring lie in these.
    readable: [home, managedDir],
    network: values["sandbox.network"] ?? true,
  };
}

function describePolicy({ workspace, writable, network }: SandboxPolicy): string {
  const places = [...workspace, ...writable].map(shortPath).join(", ");
  return `commands write below ${places} only, network ${network ? "on" : "off"}`;
}

function shortPath(path: string): string {
  const home = homedir();
  return path !== home && isWithin(home, path) ? join("~", path.slice(home.length)) : path;
}

/** Says in the log what became of the first command's sandbox. */
function withLog(
  sandbox: Sandbox,
  { logger, policy }: { readonly logger: Logger; readonly policy: SandboxPolicy },
): Sandbox {
  let isSaid = false;
  return {
    ...sandbox,
    async confine(request) {
      const confined = await sandbox.confine(request);
      if (!isSaid) {
        const { network, workspace } = policy;
        if (confined.kind === "confined") {
          logger.log("debug", "sandbox: on", { program: confined.program, network, workspace });
        } else logger.log("debug", "sandbox: unavailable", { reason: confined.reason });
      }
      isSaid = true;
      return confined;
    },
  };
}
