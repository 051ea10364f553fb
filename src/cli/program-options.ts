/** Every command and flag of the program, declared once: the source of `--help` and of what the parser accepts. */
import { Command, InvalidArgumentError, Option } from "commander";
import type { Effort } from "../engine/index.ts";
import { INPUT_FORMATS, type InputFormat, OUTPUT_FORMATS, type OutputFormat, type RemoteAction } from "./command.ts";
import { LINT_FORMATS, type LintFormat } from "./lint-report.ts";
import { PERMISSION_MODES, type PermissionModeFlag, SANDBOX_MODES, type SandboxModeFlag } from "./session-flags.ts";

const EFFORT_LEVELS = ["low", "medium", "high", "xhigh", "max"] as const;

const EXAMPLES = `
Examples:
  skillful                                   talk to the model in this directory
  skillful -p "/review HEAD~1..HEAD"         run one skill and print its answer
  git diff | skillful -p "explain this"      standard input is added to the message
  skillful skills list --all                 every skill that was found, and its state
  skillful skills explain src/app.tsx        why each skill wakes, or not, for that file
  skillful doctor                            which settings hold here, where they come from, what is wrong
  skillful skills lint                       what is wrong with the skills of this directory

Without a key and without a local model server the built-in demo model answers.`;

/** Option values as commander leaves them. */
export interface RawOptions {
  readonly print?: string | true;
  readonly inputFormat: InputFormat;
  readonly outputFormat: OutputFormat;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly effort?: Effort;
  readonly maxSteps?: number;
  readonly cwd?: string;
  readonly addDir: readonly string[];
  readonly settings: readonly string[];
  readonly permissionMode?: PermissionModeFlag;
  readonly sandbox?: SandboxModeFlag;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly trust?: boolean;
  readonly debug?: boolean;
  readonly logFile?: string;
}

/** Flags of the `skills` commands. */
export interface SkillsOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Flags of `trust`. */
export interface TrustOptions {
  readonly revoke?: boolean;
  readonly list?: boolean;
  readonly show?: boolean;
}

/** Flags of `doctor`. */
export interface DoctorOptions {
  readonly json?: boolean;
}

/** Flags of `skills lint`. */
export interface LintOptions {
  readonly format: LintFormat;
  readonly portable?: boolean;
}

/** Flags of `skills remote`. */
export interface RemoteOptions {
  readonly json?: boolean;
}

/** Flags of `skills new`. */
export interface NewOptions {
  readonly user?: boolean;
  readonly description?: string;
}

/** What the program's actions report; `words` are the arguments that belong to no option. */
export interface ProgramActions {
  message(words: readonly string[], options: RawOptions): void;
  skills(words: readonly string[], options: RawOptions): void;
  skillsList(options: RawOptions & SkillsOptions): void;
  skillsShow(name: string, args: readonly string[], options: RawOptions & SkillsOptions): void;
  skillsExplain(target: string, options: RawOptions & SkillsOptions): void;
  skillsLint(paths: readonly string[], options: RawOptions & LintOptions): void;
  skillsRemote(action: RemoteAction, names: readonly string[], options: RawOptions & RemoteOptions): void;
  skillsNew(name: string, options: RawOptions & NewOptions): void;
  trust(directory: string | undefined, options: RawOptions & TrustOptions): void;
  doctor(options: RawOptions & DoctorOptions): void;
}

/** Declares every command and flag. A new instance for every parse, because a commander keeps what it parsed. */
export function createProgram(version: string, actions: ProgramActions): Command {
  const root = new Command("skillful")
    .description("An agent with skills, for any model.")
    .usage(
      "[options] [message]\n       skillful skills <list|show|explain|lint|new|remote>\n       skillful trust [dir]\n       skillful doctor",
    )
    .argument("[message...]", "first message; one that starts with / runs a skill or a command")
    .configureHelp({ optionDescription: (option) => option.description })
    .helpOption("-h, --help", "show this help")
    .version(version, "-v, --version", "show the version")
    .helpCommand(false)
    .addHelpText("after", EXAMPLES);

  root
    .optionsGroup("One prompt:")
    .option("-p, --print [message]", "answer one message on standard output and leave")
    .addOption(choice("--input-format <format>", "what standard input holds with -p", INPUT_FORMATS).default("text"))
    .addOption(choice("--output-format <format>", "what -p prints", OUTPUT_FORMATS).default("text"))
    .optionsGroup("Model:")
    .option("--model <name>", "provider/model, an alias such as sonnet, or demo", notBlank)
    .option("--base-url <url>", "address of the model's server", parseUrl)
    .option("--effort <level>", "low, medium, high, xhigh, max, or a number of thinking tokens", parseEffort)
    .option("--max-steps <n>", "model steps for one message", parsePositive)
    .optionsGroup("Workspace:")
    .option("--cwd <dir>", "working directory", notBlank)
    .option("--add-dir <dir>", "another directory to work in, with its skills (repeatable)", collect, [])
    .option("--settings <file|json>", "more settings, a file or JSON text (repeatable)", collect, [])
    .optionsGroup("Permissions:")
    .addOption(choice("--permission-mode <mode>", "what happens without a question", PERMISSION_MODES))
    .addOption(choice("--sandbox <mode>", "commands in a sandbox: where it works, always, never", SANDBOX_MODES))
    .option("--allow <rule>", "allow without asking, such as 'Bash(git diff:*)' (repeatable)", collect, [])
    .option("--ask <rule>", "always ask (repeatable)", collect, [])
    .option("--deny <rule>", "always refuse (repeatable)", collect, [])
    .option("--trust", "trust this workspace for this run")
    .optionsGroup("Logs:")
    .option("--debug", "log lines on standard error (also SKILLFUL_LOG=debug)")
    .option("--log-file <file>", "log lines into a file", notBlank)
    .action((words: string[], options: RawOptions) => actions.message(words, options));

  const skills = root
    .command("skills")
    .description("see, check and begin skills; runs nothing")
    .usage("[list|show|explain|lint|new|remote] [options]")
    .argument("[command...]")
    .helpCommand(false)
    .action((words: string[], _options: unknown, self: Command) => actions.skills(words, self.optsWithGlobals()));
  skills
    .command("list")
    .description("the skills of this workspace (the default)")
    .option("--all", "also shadowed and disabled ones")
    .option("--json", "as JSON")
    .action((_options: unknown, self: Command) => actions.skillsList(self.optsWithGlobals()));
  skills
    .command("show")
    .description("what the model would be given, without running anything")
    .argument("<name>", "name, alias or qualified name")
    .argument("[args...]", "arguments for the skill")
    .option("--json", "as JSON")
    .action((name: string, args: string[], _options: unknown, self: Command) =>
      actions.skillsShow(name, args, self.optsWithGlobals()),
    );
  skills
    .command("explain")
    .description("why each skill is, or is not, at hand")
    .argument("<path|name>", "a file, or a skill")
    .option("--json", "as JSON")
    .action((target: string, _options: unknown, self: Command) =>
      actions.skillsExplain(target, self.optsWithGlobals()),
    );
  skills
    .command("lint")
    .description("check skill files: what cannot be read, called, matched or filled")
    .argument("[path...]", "a SKILL.md, a skill, a directory of skills; default: all skills of this workspace")
    .addOption(choice("--format <format>", "how findings are printed", LINT_FORMATS).default("text"))
    .option("--portable", "also hold them to the open standard, strictly")
    .action((paths: string[], _options: unknown, self: Command) => actions.skillsLint(paths, self.optsWithGlobals()));
  skills
    .command("new")
    .description("write the first file of a new skill")
    .argument("<name>", "lower-case letters, digits and single -")
    .option("--user", "among your own skills, for every workspace")
    .option("--description <text>", "what it does and when to use it", notBlank)
    .action((name: string, _options: unknown, self: Command) => actions.skillsNew(name, self.optsWithGlobals()));
  declareRemote(skills, actions);
  root
    .command("trust")
    .description("let the skills and settings of a workspace run commands, hook and grant, from now on")
    .argument("[dir]", "a directory in it (default: this one)")
    .option("--revoke", "take it back")
    .option("--list", "show the trusted directories")
    .option("--show", "show what trust would switch on, and change nothing")
    .action((directory: string | undefined, _options: unknown, self: Command) =>
      actions.trust(directory, self.optsWithGlobals()),
    );
  root
    .command("doctor")
    .description("show the settings in effect, where they come from, and what is wrong; runs nothing")
    .option("--json", "as JSON")
    .action((_options: unknown, self: Command) => actions.doctor(self.optsWithGlobals()));
  return root;
}

function declareRemote(skills: Command, actions: ProgramActions): void {
  const remote = skills
    .command("remote")
    .description("skills of the origins that the setting skills.remote names (experimental)")
    .helpCommand(false)
    .option("--json", "as JSON")
    .action((_options: unknown, self: Command) => actions.skillsRemote("list", [], self.optsWithGlobals()));
  const add = (action: RemoteAction, words: string, description: string) =>
    remote
      .command(action)
      .description(description)
      .argument(words)
      .action((names: string[], _options: unknown, self: Command) =>
        actions.skillsRemote(action, names, self.optsWithGlobals()),
      );
  add("update", "[origin...]", "fetch what is new; the only command that asks an origin");
  add("approve", "<skill...>", "let skills run commands, hook and grant, as they are now");
  add("revoke", "<skill...>", "take that back");
}

function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, `${description}: ${values.join(", ")}`).choices(values).argParser((value: string) => {
    if (values.includes(value)) return value;
    throw new InvalidArgumentError(`Allowed choices are ${values.join(", ")}.`);
  });
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, notBlank(value)];
}

function notBlank(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It is empty.");
  return value;
}

function parseEffort(value: string): Effort {
  const level = EFFORT_LEVELS.find((name) => name === value.toLowerCase());
  if (level !== undefined) return level;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError(`Allowed are ${EFFORT_LEVELS.join(", ")}, or a positive whole number.`);
}

function parsePositive(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Allowed is a positive whole number.");
}

function parseUrl(value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new InvalidArgumentError("Allowed is an http or https address, such as http://127.0.0.1:11434/v1.");
}
