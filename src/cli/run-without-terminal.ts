/** `skillful` where nobody can type: a message given or piped in is answered as with `-p`; with none the tour plays. */
import type { Command } from "./command.ts";
import type { ProgramIo } from "./program-io.ts";
import { readPipedText } from "./read-piped-text.ts";
import { createStopSignal } from "./stop-signal.ts";

type SessionCommand = Extract<Command, { kind: "session" }>;

/** Resolves with the exit code. Throws as print mode does. */
export async function runWithoutTerminal(command: SessionCommand, io: ProgramIo): Promise<number> {
  const message = command.message ?? (await pipedMessage(io));
  if (message === undefined) return (await import("./tour.ts")).runTour(io);
  const { runPrintCommand } = await import("./run-print-command.ts");
  const { flags } = command;
  return runPrintCommand({ kind: "print", message, inputFormat: "text", outputFormat: "text", flags }, io);
}

async function pipedMessage(io: ProgramIo): Promise<string | undefined> {
  const stop = createStopSignal(io);
  try {
    const piped = await readPipedText(() => io.process.stdin, { signal: stop.signal });
    return piped.kind === "text" ? piped.text : undefined;
  } finally {
    stop.dispose();
  }
}
