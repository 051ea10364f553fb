/** `skillful` without `-p`: an interactive session in a terminal; elsewhere the piped message, or the tour. */
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { HELD_BACK, type PermissionAnswer, type PermissionQuestion, resolvePlaces } from "../agent/index.ts";
import { askPermission } from "./ask-permission.ts";
import { formatBanner } from "./banner.ts";
import type { Command } from "./command.ts";
import { formatCompletions } from "./complete-slash.ts";
import { EXIT_STOPPED, exitCodeOfSignal } from "./exit-codes.ts";
import { formatNotice, type Notice } from "./format-notice.ts";
import { loadInputHistory } from "./input-history.ts";
import { runInteractive } from "./interactive.ts";
import { createLineEditor } from "./line-editor.ts";
import { offerTrust } from "./offer-trust.ts";
import { openAgent, openingNotices, toAgentOptions } from "./open-agent.ts";
import type { ProgramIo } from "./program-io.ts";
import { openSessionLogger } from "./session-logger.ts";
import { terminalColumns } from "./terminal-columns.ts";
import { createTurnRenderer } from "./turn-renderer.ts";

/** In place of the list that the question showed a moment ago. */
const STILL_UNTRUSTED: Notice = {
  level: "info",
  message: "The workspace is not trusted, so its skills are text only. `skillful trust` changes that.",
};

type SessionCommand = Extract<Command, { kind: "session" }>;

/** Resolves with the exit code. Throws for a session that cannot be opened. */
export async function runSessionCommand(command: SessionCommand, io: ProgramIo): Promise<number> {
  if (io.process.stdin.isTTY) return runInTerminal(command, io);
  return (await import("./run-without-terminal.ts")).runWithoutTerminal(command, io);
}

async function runInTerminal(command: SessionCommand, io: ProgramIo): Promise<number> {
  const { flags } = command;
  const { stdin, stdout } = io.process;
  const palette = io.outPalette;
  const columns = () => terminalColumns(stdout);
  const { skillfulHome } = resolvePlaces(toAgentOptions(flags, io));
  const history = await loadInputHistory(join(skillfulHome, "history.jsonl"));
  const log = await openSessionLogger(flags, io);
  const renderer = createTurnRenderer({ palette, columns, transient: stdout.isTTY === true });
  const turn: { stop?: () => void } = {};

  const askUser = async (question: PermissionQuestion): Promise<PermissionAnswer> => {
    editor.write(renderer.giveWay());
    const ask = async (text: string) => {
      const typed = await editor.ask(text);
      if (typed === undefined) turn.stop?.();
      return typed;
    };
    const asker = { write: editor.write, ask };
    return askPermission(question, { asker, palette, columns: columns(), cwd: agent.cwd });
  };
  const open = (trusted: boolean) =>
    openAgent(flags, { env: io.env, logger: log.logger, trusted, askUser, watch: true });
  let agent = await open(false);
  const editor = createLineEditor({
    input: stdin,
    output: stdout,
    history: history.entries.map((entry) => entry.replaceAll("\n", " ")),
    complete: (prefix) => agent.complete(prefix),
    formatCompletions: (completions) => formatCompletions(completions, { palette, columns: columns() }),
    continuationPrompt: palette.dim("… "),
  });

  const leave = async () => {
    editor.close();
    await agent.close();
    await log.close();
  };
  const onSignal = (signal: "SIGTERM" | "SIGHUP") =>
    void leave().finally(() => io.process.exit(exitCodeOfSignal(signal)));
  io.process.on("SIGTERM", onSignal);
  io.process.on("SIGHUP", onSignal);
  try {
    const offer = await offerTrust(agent, { skillfulHome, asker: editor, palette, columns: columns() });
    if (offer === "trusted") {
      await agent.close();
      agent = await open(true);
    }
    const states = agent.skillSession.list().map(({ state }) => state);
    const { version } = manifest;
    editor.write(formatBanner({ version, model: agent.model.id, cwd: agent.cwd, states }, palette, columns()));
    const notices = openingNotices(agent, { announceDemo: true }).map((notice) =>
      offer === "declined" && notice.code === HELD_BACK ? STILL_UNTRUSTED : notice,
    );
    for (const notice of notices) editor.write(formatNotice(notice, palette, columns()));
    if (notices.length > 0) editor.write("\n");
    return await runInteractive({
      agent,
      editor,
      renderer,
      history,
      palette,
      turn,
      leaveNow() {
        editor.close();
        io.process.exit(EXIT_STOPPED);
      },
      ...(command.message !== undefined && { firstMessage: command.message }),
    });
  } finally {
    io.process.off("SIGTERM", onSignal);
    io.process.off("SIGHUP", onSignal);
    await leave();
  }
}
