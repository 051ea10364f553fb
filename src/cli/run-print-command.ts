/** `skillful -p`: opens the session, feeds it the message or the stream of messages, and closes everything behind it. */
import type { AgentSession } from "../agent/index.ts";
import { SkillfulError } from "../engine/index.ts";
import type { Command } from "./command.ts";
import { EXIT_STOPPED } from "./exit-codes.ts";
import { openAgent, openingNotices } from "./open-agent.ts";
import { runPrint } from "./print-mode.ts";
import type { PrintReporter, SessionFacts } from "./print-reporter.ts";
import type { ProgramIo } from "./program-io.ts";
import { readPipedText } from "./read-piped-text.ts";
import { createJsonReporter } from "./report-json.ts";
import { createStreamJsonReporter } from "./report-stream-json.ts";
import { createTextReporter } from "./report-text.ts";
import { openSessionLogger } from "./session-logger.ts";
import { createStopSignal, type StopSignal } from "./stop-signal.ts";
import type { InputLine } from "./stream-json-input.ts";

type PrintCommand = Extract<Command, { kind: "print" }>;

/** Resolves with the exit code. Throws for a session that cannot be opened. */
export async function runPrintCommand(command: PrintCommand, io: ProgramIo): Promise<number> {
  const stop = createStopSignal(io);
  try {
    const messages = await resolveMessages(command, { io, stop });
    const log = await openSessionLogger(command.flags, io);
    try {
      const { env } = io;
      const watch = command.inputFormat === "stream-json";
      const agent = await openAgent(command.flags, { env, logger: log.logger, watch });
      try {
        const reporter = createReporter(command, io);
        reporter.sessionStart(sessionFacts(agent));
        const announceDemo = command.flags.model !== "demo";
        for (const notice of openingNotices(agent, { announceDemo })) reporter.problem(notice);
        const exitCode = await runPrint({ agent, messages, reporter, signal: stop.signal });
        return exitCode === EXIT_STOPPED ? stop.exitCode() : exitCode;
      } finally {
        await agent.close();
      }
    } finally {
      await log.close();
    }
  } finally {
    stop.dispose();
  }
}

async function resolveMessages(
  command: PrintCommand,
  { io, stop }: { readonly io: ProgramIo; readonly stop: StopSignal },
): Promise<Iterable<InputLine> | AsyncIterable<InputLine>> {
  if (command.inputFormat === "stream-json") {
    const { readInputLines } = await import("./stream-json-input.ts");
    return readInputLines(io.process.stdin, stop.signal);
  }
  const piped = await readPipedText(() => io.process.stdin, { signal: stop.signal });
  const parts = [command.message, piped.kind === "text" ? piped.text : undefined];
  const text = parts.filter((part) => part !== undefined).join("\n\n");
  if (text.trim() !== "" || stop.signal.aborted) return [{ kind: "message", text }];
  throw new SkillfulError("usage", "there is no message", {
    hint: 'skillful -p "what to do", or pipe the message in',
  });
}

function createReporter(command: PrintCommand, io: ProgramIo): PrintReporter {
  switch (command.outputFormat) {
    case "text":
      return createTextReporter(io);
    case "json":
      return createJsonReporter(io);
    case "stream-json":
      return createStreamJsonReporter(io);
    default:
      return command.outputFormat satisfies never;
  }
}

function sessionFacts(agent: AgentSession): SessionFacts {
  const active = agent.skillSession.list().filter(({ state }) => state === "active");
  return {
    sessionId: agent.id,
    model: agent.model.id,
    cwd: agent.cwd,
    tools: agent.tools,
    skills: active.map(({ skill }) => skill.callName),
    permissionMode: agent.permissionMode,
  };
}
