/** The interactive session: reads messages, shows what the agent does with them, and lets Ctrl-C stop a turn but not the session. */
import type { AgentSession } from "../agent/index.ts";
import { describeFailure } from "./describe-failure.ts";
import { EXIT_DONE } from "./exit-codes.ts";
import type { InputHistory } from "./input-history.ts";
import type { LineEditor } from "./line-editor.ts";
import type { Palette } from "./palette.ts";
import type { TurnRenderer } from "./turn-renderer.ts";

/** Ctrl-C that often during one turn ends the program: the turn does not let go. */
const FORCED_AFTER = 3;

export interface InteractiveOptions {
  readonly agent: Pick<AgentSession, "send" | "closed">;
  readonly editor: LineEditor;
  readonly renderer: TurnRenderer;
  readonly history: Pick<InputHistory, "add">;
  readonly palette: Palette;
  /** Sent before anything is read. */
  readonly firstMessage?: string;
  /** Filled while a turn runs, so that a question in the middle of it can stop it. */
  readonly turn: { stop?: () => void };
  /** Ends the program at once. */
  readonly leaveNow: () => void;
}

/** Resolves with the exit code when the person leaves: Ctrl-D, `/exit`, or Ctrl-C twice at an empty prompt. */
export async function runInteractive(options: InteractiveOptions): Promise<number> {
  const { agent, editor, palette, history } = options;
  const prompt = `${palette.cyan("›")} `;
  let mayLeave = false;
  if (options.firstMessage !== undefined) {
    editor.write(`${prompt}${options.firstMessage}\n`);
    await runTurn(options.firstMessage, options);
  }
  while (!agent.closed) {
    const typed = await editor.read(prompt);
    if (typed.kind === "end") {
      editor.write("\n");
      break;
    }
    if (typed.kind === "interrupt") {
      if (mayLeave && typed.empty) break;
      mayLeave = typed.empty;
      if (typed.empty) editor.write(`${palette.dim("press Ctrl-C again to leave")}\n`);
      continue;
    }
    mayLeave = false;
    if (typed.text.trim() === "") continue;
    await history.add(typed.text);
    await runTurn(typed.text, options);
  }
  return EXIT_DONE;
}

async function runTurn(message: string, options: InteractiveOptions): Promise<void> {
  const { agent, editor, renderer, turn } = options;
  const stop = new AbortController();
  let interrupts = 0;
  const interrupt = () => {
    interrupts += 1;
    stop.abort();
    if (interrupts >= FORCED_AFTER) options.leaveNow();
  };
  turn.stop = interrupt;
  editor.onInterrupt(interrupt);
  try {
    editor.write("\n");
    for await (const event of agent.send(message, { signal: stop.signal })) editor.write(renderer.render(event));
  } catch (error) {
    editor.write(renderer.render({ agent: "main", type: "notice", ...describeFailure(error).notice }));
  } finally {
    delete turn.stop;
    editor.onInterrupt(undefined);
  }
  if (!agent.closed) editor.write("\n");
}
