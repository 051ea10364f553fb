import { describe, expect, it } from "vitest";
import type { AgentEvent, AgentSession } from "../agent/index.ts";
import { runInteractive } from "./interactive.ts";
import type { LineEditor, Typed } from "./line-editor.ts";
import { createPalette } from "./palette.ts";
import { createTurnRenderer } from "./turn-renderer.ts";

const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };

/** An agent that answers with what it was sent, and waits for the stop when it is sent `wait`. */
function createEchoAgent() {
  const sent: string[] = [];
  let closed = false;
  const agent: Pick<AgentSession, "send" | "closed"> = {
    get closed() {
      return closed;
    },
    async *send(message, { signal } = {}): AsyncGenerator<AgentEvent, void, void> {
      sent.push(message);
      if (message === "/exit") closed = true;
      if (message === "throw") throw new Error("out of order");
      const end: AgentEvent = { agent: "main", type: "turn-end", reason: "done", text: message, steps: 1, usage };
      if (message !== "wait") {
        yield { agent: "main", type: "text-delta", text: message.toUpperCase() };
        yield end;
        return;
      }
      yield { agent: "main", type: "text-delta", text: "wait" };
      await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
      yield { ...end, reason: "aborted" };
    },
  };
  return { agent, sent };
}

function createScriptedEditor(script: readonly Typed[]) {
  const rest = [...script];
  let written = "";
  let interrupt: (() => void) | undefined;
  const editor: LineEditor = {
    read: async (prompt) => {
      written += prompt;
      return rest.shift() ?? { kind: "end" };
    },
    ask: async () => undefined,
    onInterrupt(listener) {
      interrupt = listener;
    },
    write(text) {
      written += text;
      // The person presses Ctrl-C when the waiting turn has said something.
      if (text === "wait") queueMicrotask(() => interrupt?.());
    },
    close() {},
  };
  return { editor, written: () => written };
}

async function play(script: readonly Typed[], firstMessage?: string) {
  const { agent, sent } = createEchoAgent();
  const { editor, written } = createScriptedEditor(script);
  const kept: string[] = [];
  const palette = createPalette(false);
  const exitCode = await runInteractive({
    agent,
    editor,
    renderer: createTurnRenderer({ palette, columns: () => 80, transient: false }),
    history: {
      add: async (message) => {
        kept.push(message);
      },
    },
    palette,
    turn: {},
    leaveNow: () => {
      throw new Error("left in the middle of a turn");
    },
    ...(firstMessage !== undefined && { firstMessage }),
  });
  return { exitCode, sent, kept, written: written() };
}

const message = (text: string): Typed => ({ kind: "message", text });
const interruptAt = (empty: boolean): Typed => ({ kind: "interrupt", empty });

describe("runInteractive", () => {
  it("sends messages until Ctrl-D, and the one from the command line first", async () => {
    const { exitCode, sent, kept, written } = await play([message("one"), message("  "), message("two")], "zero");
    expect(exitCode).toBe(0);
    expect(sent).toEqual(["zero", "one", "two"]);
    expect(kept).toEqual(["one", "two"]);
    expect(written).toMatchInlineSnapshot(`
      "› zero

      ZERO

      › 
      ONE

      › › 
      TWO

      › 
      "
    `);
  });

  it("stops a turn with Ctrl-C and keeps the session", async () => {
    const { sent, written } = await play([message("wait"), message("after")]);
    expect(sent).toEqual(["wait", "after"]);
    expect(written).toContain("wait\nwarning: stopped\n");
  });

  it("leaves with Ctrl-C twice at an empty prompt only", async () => {
    const { sent } = await play([
      interruptAt(true),
      message("one"),
      interruptAt(false),
      interruptAt(true),
      interruptAt(true),
      message("never"),
    ]);
    expect(sent).toEqual(["one"]);
  });

  it("leaves with /exit", async () => {
    expect((await play([message("/exit"), message("never")])).sent).toEqual(["/exit"]);
  });

  it("survives an agent that throws", async () => {
    const { sent, written } = await play([message("throw"), message("after")]);
    expect(sent).toEqual(["throw", "after"]);
    expect(written).toContain("unexpected failure: Error: out of order");
  });
});
