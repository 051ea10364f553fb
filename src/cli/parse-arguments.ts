/** Turns the program's arguments into a `Command`; anything it cannot understand becomes a usage error with a way out. */
import { CommanderError } from "commander";
import type { Command } from "./command.ts";
import { isNearWord } from "./is-near-word.ts";
import { createProgram, type RawOptions, type SkillsOptions, type TrustOptions } from "./program-options.ts";
import type { SessionFlags } from "./session-flags.ts";

const SKILLS_COMMANDS = ["list", "show", "explain", "lint", "new", "remote"] as const;

/** `argv` is what follows the program's name. Never throws for what a user can type. */
export function parseArguments(argv: readonly string[], program: { readonly version: string }): Command {
  let command: Command | undefined;
  let printed = "";
  const root = createProgram(program.version, {
    message: (words, options) => {
      command = messageCommand(words, options);
    },
    skills: (words, options) => {
      command = skillsCommand(words, options);
    },
    skillsList: (options) => {
      command = listCommand(options);
    },
    skillsShow: (name, args, options) => {
      command = {
        kind: "skills-show",
        name,
        args: args.join(" "),
        json: options.json ?? false,
        flags: sessionFlags(options),
      };
    },
    skillsExplain: (target, options) => {
      command = { kind: "skills-explain", target, json: options.json ?? false, flags: sessionFlags(options) };
    },
    skillsLint: (paths, options) => {
      const { format, portable = false } = options;
      command = { kind: "skills-lint", paths, format, portable, flags: sessionFlags(options) };
    },
    skillsRemote: (action, names, options) => {
      command = { kind: "skills-remote", action, names, json: options.json ?? false, flags: sessionFlags(options) };
    },
    skillsNew: (name, options) => {
      const { user = false, description } = options;
      const flags = sessionFlags(options);
      command = { kind: "skills-new", name, user, flags, ...(description === undefined ? {} : { description }) };
    },
    trust: (directory, options) => {
      command = trustCommand(directory, options);
    },
    doctor: (options) => {
      command = { kind: "doctor", json: options.json ?? false, flags: sessionFlags(options) };
    },
  });
  for (const each of withSubcommands(root)) {
    each.exitOverride().configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {} });
  }
  try {
    root.parse(joinDashedMessage(argv), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "text", text: printed };
    return usageError(error);
  }
  return command ?? { kind: "text", text: printed };
}

function withSubcommands(command: ReturnType<typeof createProgram>): (typeof command)[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function listCommand(options: RawOptions & SkillsOptions): Command {
  return {
    kind: "skills-list",
    all: options.all ?? false,
    json: options.json ?? false,
    flags: sessionFlags(options),
  };
}

function trustCommand(directory: string | undefined, options: RawOptions & TrustOptions): Command {
  const actions = (["revoke", "list", "show"] as const).filter((name) => options[name]);
  if (actions.length > 1) {
    const message = `${actions.map((name) => `--${name}`).join(" and ")} exclude each other`;
    return { kind: "usage-error", message, hint: "skillful trust --help" };
  }
  const flags = { ...sessionFlags(options), ...(directory !== undefined && { cwd: directory }) };
  return { kind: "trust", action: actions[0] ?? "add", flags };
}

function skillsCommand(words: readonly string[], options: RawOptions): Command {
  const [word] = words;
  if (word === undefined) return listCommand(options);
  const near = SKILLS_COMMANDS.find((name) => isNearWord(word, name));
  return {
    kind: "usage-error",
    message: `unknown command: skills ${word}`,
    hint:
      near === undefined
        ? `there are: ${SKILLS_COMMANDS.map((name) => `skills ${name}`).join(", ")}`
        : `did you mean: skills ${near}?`,
  };
}

function messageCommand(words: readonly string[], options: RawOptions): Command {
  const flags = sessionFlags(options);
  const first = words[0];
  if (words.length > 1) {
    return {
      kind: "usage-error",
      message: `too many arguments: ${words.map((word) => JSON.stringify(word)).join(" ")}`,
      hint: isNearWord(first ?? "", "skills")
        ? "did you mean: skillful skills list?"
        : "put the message in quotes, so that it is one argument",
    };
  }
  if (options.print === undefined) {
    if (first !== undefined && isNearWord(first, "skills") && /^\w+$/.test(first)) {
      return { kind: "usage-error", message: `unknown command ${first}`, hint: "did you mean: skillful skills?" };
    }
    if (options.inputFormat !== "text" || options.outputFormat !== "text") {
      const flag = options.inputFormat === "text" ? "--output-format" : "--input-format";
      return { kind: "usage-error", message: `${flag} needs -p`, hint: 'skillful -p "message" --output-format json' };
    }
    return { kind: "session", ...(first === undefined ? {} : { message: first }), flags };
  }
  if (typeof options.print === "string" && first !== undefined) {
    return {
      kind: "usage-error",
      message: `two messages: ${JSON.stringify(options.print)} and ${JSON.stringify(first)}`,
      hint: "put the message in quotes, so that it is one argument",
    };
  }
  const message = typeof options.print === "string" ? options.print : first;
  const { inputFormat, outputFormat } = options;
  if (inputFormat === "stream-json" && message !== undefined) {
    return {
      kind: "usage-error",
      message: "--input-format stream-json takes its messages from standard input only",
      hint: 'send {"type":"user","text":"…"} as a line, or leave --input-format out',
    };
  }
  if (message !== undefined && message.trim() === "") {
    return { kind: "usage-error", message: "the message is empty", hint: 'skillful -p "what to do"' };
  }
  return { kind: "print", ...(message === undefined ? {} : { message }), inputFormat, outputFormat, flags };
}

function sessionFlags(options: RawOptions): SessionFlags {
  return {
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    ...(options.effort === undefined ? {} : { effort: options.effort }),
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.permissionMode === undefined ? {} : { permissionMode: options.permissionMode }),
    ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
    ...(options.logFile === undefined ? {} : { logFile: options.logFile }),
    addDirs: options.addDir,
    settings: options.settings,
    allow: options.allow,
    ask: options.ask,
    deny: options.deny,
    trust: options.trust ?? false,
    debug: options.debug ?? false,
  };
}

/** `-p "- a list item"`: text with a blank cannot be a flag, so it is the message although it starts with a dash. */
function joinDashedMessage(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? "";
    if (argument === "--") return [...joined, ...argv.slice(index)];
    const next = argv[index + 1];
    if ((argument === "-p" || argument === "--print") && next !== undefined && /^-.*\s/s.test(next)) {
      joined.push(`--print=${next}`);
      index += 1;
    } else joined.push(argument);
  }
  return joined;
}

function usageError(error: CommanderError): Command {
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const near = /Did you mean (one of )?(.+?)\?\)/.exec(rest.join(" "))?.[2];
  const hint =
    near !== undefined
      ? `did you mean ${near}?`
      : error.code === "commander.unknownOption"
        ? "skillful --help lists the flags; put -- before a message that starts with a dash"
        : "skillful --help";
  return { kind: "usage-error", message: first.replace(/\.$/, ""), hint };
}
