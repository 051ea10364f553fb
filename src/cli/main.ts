/** Runs one command of the program: parses, dispatches, and leaves with everything written and the right exit code. */
import { statSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };
import type { Command } from "./command.ts";
import { EXIT_DONE, EXIT_USAGE } from "./exit-codes.ts";
import { parseArguments } from "./parse-arguments.ts";
import { createProgramIo, type ProcessLike, type ProgramIo } from "./program-io.ts";

/** Never rejects; ends the process. */
export async function main(process: ProcessLike): Promise<void> {
  const io = createProgramIo(process);
  const exitCode = await runProgram(io);
  await Promise.all([io.out.flush(), io.err.flush()]);
  process.exit(exitCode);
}

async function runProgram(io: ProgramIo): Promise<number> {
  const command = parseArguments(io.process.argv.slice(2), { version: manifest.version });
  try {
    return await runCommand(command, io);
  } catch (error) {
    const { describeFailure } = await import("./describe-failure.ts");
    const { notice, exitCode } = describeFailure(error);
    io.tell(notice);
    return exitCode;
  }
}

async function runCommand(command: Command, io: ProgramIo): Promise<number> {
  if (command.kind === "text") {
    io.out.write(command.text);
    return EXIT_DONE;
  }
  const problem = command.kind === "usage-error" ? command : missingDirectory(command);
  if (problem !== undefined) {
    io.tell({ level: "error", ...problem });
    return EXIT_USAGE;
  }
  // Each command loads only what it needs: most of the time between start and first request is loading code.
  switch (command.kind) {
    case "print":
      return (await import("./run-print-command.ts")).runPrintCommand(command, io);
    case "session":
      return (await import("./run-session-command.ts")).runSessionCommand(command, io);
    case "skills-list":
    case "skills-show":
    case "skills-explain":
      return (await import("./run-skills-command.ts")).runSkillsCommand(command, io);
    case "trust":
      return (await import("./run-trust-command.ts")).runTrustCommand(command, io);
    case "doctor":
      return (await import("./run-doctor-command.ts")).runDoctorCommand(command, io);
    case "skills-lint":
      return (await import("./run-lint-command.ts")).runLintCommand(command, io);
    case "skills-new":
      return (await import("./run-new-command.ts")).runNewCommand(command, io);
    case "skills-remote":
      return (await import("./run-remote-command.ts")).runRemoteCommand(command, io);
    case "usage-error":
      return EXIT_USAGE;
    default:
      return command satisfies never;
  }
}

type Problem = { readonly message: string; readonly hint: string };

function missingDirectory(command: Exclude<Command, { kind: "text" | "usage-error" }>): Problem | undefined {
  const { kind, flags } = command;
  const { cwd } = flags;
  // Trust in a directory that has gone must not stay behind for whatever comes to its place.
  const mayBeGone = command.kind === "trust" && command.action === "revoke";
  if (cwd === undefined || mayBeGone) return undefined;
  // `trust` takes its directory without a flag as well.
  const isTrust = kind === "trust";
  const named = isTrust ? cwd : `the working directory ${cwd}`;
  const hint = `${isTrust ? "skillful trust" : "--cwd"} takes a directory that exists`;
  try {
    return statSync(cwd).isDirectory() ? undefined : { message: `${named} is not a directory`, hint };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what = code === "ENOENT" || code === "ENOTDIR" ? "does not exist" : `cannot be used (${code})`;
    return { message: `${named} ${what}`, hint };
  }
}
