/** What a caller may say when it opens an agent, and the places that follow from it. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Effort, Logger } from "../engine/index.ts";
import { resolveSkillfulHome } from "../skillful-home.ts";
import type { SettingEntry } from "./parse-settings.ts";
import type { PermissionAnswer, PermissionQuestion } from "./permission-check.ts";
import type { PermissionMode, SandboxMode, SettingKey } from "./settings-schema.ts";
import type { SetupReport } from "./setup-report.ts";

/** Model steps for one message, where nothing else is set. */
export const MAX_STEPS = 50;

export interface AgentOptions {
  /** Working directory. Default: the process's own. */
  readonly cwd?: string;
  /** Default: `HOME`, else the home directory of the account. */
  readonly home?: string;
  /** Default: the environment of the process. The settings' `env` is laid over it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** `provider/model`, an alias, or `demo`. */
  readonly model?: string;
  /** Address of the model's server. */
  readonly baseUrl?: string;
  readonly effort?: Effort;
  /** Model steps for one message. Default 50. */
  readonly maxSteps?: number;
  /** More settings: files, or JSON text that begins with `{`; later ones win. */
  readonly settings?: readonly string[];
  readonly permissionMode?: PermissionMode;
  /** Whether commands run in a sandbox: where it works, always, never. Default `auto`. */
  readonly sandbox?: SandboxMode;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Directories that belong to the workspace besides the working directory. */
  readonly addDirs?: readonly string[];
  /** Whether what the workspace brings may run and grant. Default false: its skills and settings are text and restrictions. */
  readonly trusted?: boolean;
  readonly logger?: Logger;
  /** Asks a person; one question at a time. Absent: what would ask is refused, with the rule that would allow it. */
  askUser?(question: PermissionQuestion): Promise<PermissionAnswer>;
  /** Words what `/doctor` says. Default: as JSON. */
  formatSetup?(report: SetupReport): string | Promise<string>;
  /** Default: a random one. */
  readonly sessionId?: string;
  /** Instead of the global `fetch` for calls of models. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Where a session reads what belongs to the person and to the machine. Absolute. */
export interface AgentPlaces {
  readonly cwd: string;
  readonly home: string;
  readonly skillfulHome: string;
  readonly managedDir: string;
}

/** `SKILLFUL_HOME` and `SKILLFUL_MANAGED_DIR` move the places of the same name, `HOME` the home directory. */
export function resolvePlaces(options: AgentOptions): AgentPlaces {
  const env = options.env ?? process.env;
  const cwd = resolve(options.cwd ?? process.cwd());
  const home = resolve(options.home ?? nonBlank(env.HOME) ?? homedir());
  return {
    cwd,
    home,
    skillfulHome: resolveSkillfulHome(env, home),
    managedDir: resolve(nonBlank(env.SKILLFUL_MANAGED_DIR) ?? defaultManagedDir()),
  };
}

/** The options that are settings too, as entries of their own level. */
export function toSettingEntries(options: AgentOptions): readonly Omit<SettingEntry, "origin">[] {
  const one = (key: SettingKey, value: unknown) => (value === undefined ? [] : [{ key, value }]);
  const each = (key: SettingKey, values: readonly string[] = []) => values.map((value) => ({ key, value }));
  return [
    ...one("model", options.model),
    ...one("effort", options.effort),
    ...one("maxSteps", options.maxSteps),
    ...one("permissions.defaultMode", options.permissionMode),
    ...one("sandbox.mode", options.sandbox),
    ...each("permissions.allow", options.allow),
    ...each("permissions.ask", options.ask),
    ...each("permissions.deny", options.deny),
    ...each("permissions.additionalDirectories", options.addDirs),
  ];
}

function defaultManagedDir(): string {
  return process.platform === "win32" ? "C:\\ProgramData\\skillful" : "/etc/skillful";
}

function nonBlank(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value;
}
