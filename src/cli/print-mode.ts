/** Print mode: sends each message to the agent in turn, reports its events, and decides the exit code. */
import type { AgentSession } from "../agent/index.ts";
import { EXIT_DONE, EXIT_ERROR, EXIT_STOPPED } from "./exit-codes.ts";
import { isFailedTurn, type PrintReporter, type TurnEnd } from "./print-reporter.ts";
import type { InputLine } from "./stream-json-input.ts";

export interface PrintRun {
  readonly agent: Pick<AgentSession, "send">;
  /** One message, or a stream of them that keeps one session. */
  readonly messages: Iterable<InputLine> | AsyncIterable<InputLine>;
  readonly reporter: PrintReporter;
  /** Aborts the running turn; later messages are not sent. */
  readonly signal: AbortSignal;
}

/** Resolves with the exit code: a failed turn or a malformed line makes it 1, a stop 130. Throws what `send` throws. */
export async function runPrint(run: PrintRun): Promise<number> {
  let exitCode: number = EXIT_DONE;
  for await (const input of run.messages) {
    if (run.signal.aborted) break;
    if (input.kind === "malformed") {
      const { line, message, hint } = input;
      run.reporter.problem({ level: "error", message, hint, line });
      exitCode = EXIT_ERROR;
      continue;
    }
    const end = await runMessage(run, input.text);
    if (end?.reason === "aborted") return EXIT_STOPPED;
    if (end === undefined || isFailedTurn(end)) exitCode = EXIT_ERROR;
  }
  return run.signal.aborted ? EXIT_STOPPED : exitCode;
}

async function runMessage(run: PrintRun, message: string): Promise<TurnEnd | undefined> {
  let end: TurnEnd | undefined;
  for await (const event of run.agent.send(message, { signal: run.signal })) {
    run.reporter.event(event);
    if (event.type === "turn-end" && event.agent === "main") end = event;
  }
  return end;
}
