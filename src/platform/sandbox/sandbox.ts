/** The Sandbox port: turns a program into one that can only do what the policy allows, or says why that cannot be had. */

export type SandboxKind = "bubblewrap" | "sandbox-exec";

/** Why commands cannot be confined on this machine, and what would change that. Each one sentence without a stop. */
export interface SandboxLack {
  readonly kind: "unavailable";
  readonly reason: string;
  readonly remedy: string;
}

export type SandboxStatus = { readonly kind: "ready"; readonly by: SandboxKind } | SandboxLack;

export interface SpawnRequest {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
}

export interface EndedCommand {
  readonly output: string;
  readonly exitCode?: number;
}

export interface ConfinedSpawn {
  readonly kind: "confined";
  readonly program: string;
  readonly args: readonly string[];
  /** Laid over the environment of the command; undefined takes a variable out. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** One line for whoever reads the output, when a command failed in a way that the sandbox explains. */
  explain(ended: EndedCommand): string | undefined;
  /** To be called when the command has ended: removes what it must not leave behind. Never rejects. */
  tidy(): Promise<void>;
}

export interface Sandbox {
  /** Whether commands can be confined here. Asks the machine once, at the first call of anything. Never rejects. */
  status(): Promise<SandboxStatus>;
  /**
   * What to spawn instead of `request`. The places of the policy are looked up anew for every command. Rejects with
   * `SkillfulError` `io` when they cannot be prepared; a sandbox that does not work here is an answer, not a rejection.
   */
  confine(request: SpawnRequest): Promise<ConfinedSpawn | SandboxLack>;
  /** Removes the private temporary directory. Can be called twice; never rejects. */
  close(): Promise<void>;
}

/** What commands may do. All paths absolute. */
export interface SandboxPolicy {
  /** Root of the repository, or the working directory outside of one; and directories that the person added. */
  readonly workspace: readonly string[];
  /** Working directory of the session. */
  readonly cwd: string;
  readonly home: string;
  /** More places where commands may write. */
  readonly writable: readonly string[];
  /** More places whose content commands may not see; one that begins with `!` shows a place that is hidden by default. */
  readonly hidden: readonly string[];
  /** Kept in sight where they lie in a temporary directory, which commands otherwise have one of their own of. */
  readonly readable: readonly string[];
  readonly network: boolean;
}
