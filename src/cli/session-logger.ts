/** Decides where log lines go: standard error with `--debug` or `SKILLFUL_LOG`, a file with `--log-file`, else nowhere. */
import { open } from "node:fs/promises";
import { type Logger, type LogLevel, messageOf, SkillfulError } from "../engine/index.ts";
import { createFileLogger, createStderrLogger } from "../platform/index.ts";
import type { ProgramIo } from "./program-io.ts";
import type { SessionFlags } from "./session-flags.ts";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

export interface SessionLogger {
  readonly logger: Logger;
  /** Resolves when every line is written. */
  close(): Promise<void>;
}

/** Throws `usage` for a log file that cannot be written and for a level that does not exist. */
export async function openSessionLogger(
  flags: Pick<SessionFlags, "debug" | "logFile">,
  io: Pick<ProgramIo, "env" | "err">,
): Promise<SessionLogger> {
  const level = flags.debug ? "debug" : levelOf(io.env.SKILLFUL_LOG);
  const loggers: Logger[] = level === undefined ? [] : [createStderrLogger({ level, stream: io.err })];
  if (flags.logFile === undefined) return { logger: joinLoggers(loggers), close: async () => {} };
  await assertWritable(flags.logFile);
  const file = createFileLogger({ level: "debug", path: flags.logFile });
  return { logger: joinLoggers([...loggers, file]), close: () => file.close() };
}

function levelOf(value: string | undefined): LogLevel | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const level = LEVELS.find((each) => each === value.trim().toLowerCase());
  if (level !== undefined) return level;
  throw new SkillfulError("usage", `SKILLFUL_LOG=${value} is not a level`, { hint: `Levels: ${LEVELS.join(", ")}.` });
}

async function assertWritable(path: string): Promise<void> {
  try {
    await (await open(path, "a")).close();
  } catch (error) {
    const reason = messageOf(error);
    throw new SkillfulError("usage", `--log-file: ${reason}`, {
      hint: "Name a file in a directory that exists.",
      cause: error,
    });
  }
}

function joinLoggers(loggers: readonly Logger[]): Logger {
  return {
    log(level, message, fields) {
      for (const logger of loggers) logger.log(level, message, fields);
    },
  };
}
