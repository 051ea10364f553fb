/** Loggers that write lines to a stream: standard error, or a file. */
import { createWriteStream } from "node:fs";
import type { Logger, LogLevel } from "../engine/index.ts";
import { formatLogLine } from "./format-log-line.ts";

/** What a logger needs of a stream. */
export interface LineSink {
  write(text: string): unknown;
}

const ORDER: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** Writes every line of `level` and above to `stream` (default: standard error). */
export function createStderrLogger(options: { readonly level: LogLevel; readonly stream?: LineSink }): Logger {
  const stream = options.stream ?? process.stderr;
  const threshold = ORDER.indexOf(options.level);
  return {
    log(level, message, fields) {
      if (ORDER.indexOf(level) >= threshold) stream.write(`${formatLogLine(level, message, fields)}\n`);
    },
  };
}

/** A logger over a file, to be closed so that its last lines reach the disk. */
export interface FileLogger extends Logger {
  /** Resolves when everything is written. Rejects with the first error of the file, such as a missing directory. */
  close(): Promise<void>;
}

/** Appends to the file at `path`, which is created when it is missing. A file that cannot be written never stops the program. */
export function createFileLogger(options: { readonly level: LogLevel; readonly path: string }): FileLogger {
  const stream = createWriteStream(options.path, { flags: "a" });
  let failure: Error | undefined;
  stream.on("error", (error) => {
    failure ??= error;
  });
  const logger = createStderrLogger({ level: options.level, stream });
  return {
    log: logger.log,
    close: () =>
      new Promise((resolve, reject) => {
        const settle = (): void => (failure === undefined ? resolve() : reject(failure));
        if (stream.closed || stream.destroyed) settle();
        else stream.once("close", settle).end();
      }),
  };
}
