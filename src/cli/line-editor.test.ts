import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createLineEditor } from "./line-editor.ts";

function open(options: { completions?: readonly { value: string; hint?: string }[] } = {}) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let written = "";
  output.on("data", (chunk) => {
    written += chunk;
  });
  const editor = createLineEditor({
    input,
    output,
    history: ["older message"],
    complete: (prefix) => (options.completions ?? []).filter(({ value }) => value.startsWith(prefix)),
    formatCompletions: (completions) => completions.map(({ value, hint }) => `${value} ${hint}\n`).join(""),
    continuationPrompt: "… ",
  });
  return { editor, type: (text: string) => input.write(text), end: () => input.end(), written: () => written };
}

const paste = (text: string) => `\u001b[200~${text}\u001b[201~`;
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe("createLineEditor", () => {
  it("reads a message", async () => {
    const { editor, type, written } = open();
    const typed = editor.read("> ");
    type("hello\r");
    expect(await typed).toEqual({ kind: "message", text: "hello" });
    expect(written()).toContain("> ");
  });

  it("takes a paste of several lines as one message, sent by Enter", async () => {
    const { editor, type } = open({ completions: [{ value: "/help" }] });
    const typed = editor.read("> ");
    type(paste("one\r\ttwo\nthree"));
    await settled();
    type(" four\r");
    expect(await typed).toEqual({ kind: "message", text: "one\n\ttwo\nthree four" });
  });

  it("goes on after a backslash at the end of a line", async () => {
    const { editor, type, written } = open();
    const typed = editor.read("> ");
    type("one\\\rtwo\r");
    expect(await typed).toEqual({ kind: "message", text: "one\ntwo" });
    expect(written()).toContain("… ");
  });

  it("keeps what is typed during a turn for the next prompt, and shows none of it meanwhile", async () => {
    const { editor, type, written } = open();
    const first = editor.read("> ");
    type("one\r");
    await first;
    const before = written();
    type("two\rthr");
    await settled();
    expect(written()).toBe(before);
    expect(await editor.read("> ")).toEqual({ kind: "message", text: "two" });
    const third = editor.read("> ");
    type("ee\r");
    expect(await third).toEqual({ kind: "message", text: "three" });
  });

  it("tells Ctrl-C on a filled line, on an empty line and during a turn apart", async () => {
    const { editor, type } = open();
    const filled = editor.read("> ");
    type("half a thou");
    await settled();
    type("\u0003");
    expect(await filled).toEqual({ kind: "interrupt", empty: false });
    const empty = editor.read("> ");
    type("\u0003");
    expect(await empty).toEqual({ kind: "interrupt", empty: true });
    let interrupts = 0;
    editor.onInterrupt(() => {
      interrupts += 1;
    });
    type("\u0003");
    await settled();
    expect(interrupts).toBe(1);
    const after = editor.read("> ");
    type("clean\r");
    expect(await after).toEqual({ kind: "message", text: "clean" });
  });

  it("answers a question with nothing that was typed before it", async () => {
    const { editor, type } = open();
    const first = editor.read("> ");
    type("go\r");
    await first;
    type("y\rhalf");
    await settled();
    const answer = editor.ask("sure? ");
    type("n\r");
    expect(await answer).toBe("n");
    expect(await editor.read("> ")).toEqual({ kind: "message", text: "y" });
    const rest = editor.read("> ");
    type(" done\r");
    expect(await rest).toEqual({ kind: "message", text: "half done" });
    const refused = editor.ask("sure? ");
    type("\u0003");
    expect(await refused).toBeUndefined();
  });

  it("ends with Ctrl-D at an empty prompt, and with its input", async () => {
    const first = open();
    const typed = first.editor.read("> ");
    first.type("\u0004");
    expect(await typed).toEqual({ kind: "end" });
    expect(await first.editor.read("> ")).toEqual({ kind: "end" });
    const second = open();
    const ended = second.editor.read("> ");
    second.end();
    expect(await ended).toEqual({ kind: "end" });
  });

  it("completes with Tab and lists with hints", async () => {
    const completions = [
      { value: "/review", hint: "[range]" },
      { value: "/react-helper", hint: "[task]" },
    ];
    const { editor, type, written } = open({ completions });
    const typed = editor.read("> ");
    type("/r\t");
    await settled();
    type("\t");
    await settled();
    expect(written()).toContain("/review [range]\n/react-helper [task]\n");
    type("v\t");
    await settled();
    type("HEAD\r");
    expect(await typed).toEqual({ kind: "message", text: "/review HEAD" });
  });

  it("walks the history", async () => {
    const { editor, type } = open();
    const typed = editor.read("> ");
    type("\u001b[A");
    await settled();
    type("\r");
    expect(await typed).toEqual({ kind: "message", text: "older message" });
  });

  it("recalls a message of several lines as one, and no answer to a question", async () => {
    const { editor, type } = open();
    const recall = async () => {
      const typed = editor.read("> ");
      type("\u001b[A");
      await settled();
      type("\r");
      return await typed;
    };
    const first = editor.read("> ");
    type("before\r");
    await first;
    const pasted = editor.read("> ");
    type(paste("one\n\ntwo\nthree"));
    await settled();
    type("\r");
    await pasted;
    expect(await recall()).toEqual({ kind: "message", text: "one two three" });
    const continued = editor.read("> ");
    type("four \\\rfive\r");
    await continued;
    expect(await recall()).toEqual({ kind: "message", text: "four five" });
    const answer = editor.ask("sure? ");
    type("n use another\r");
    await answer;
    expect(await recall()).toEqual({ kind: "message", text: "four five" });
    const last = editor.read("> ");
    type("\u001b[A\u001b[A\u001b[A\r");
    expect(await last).toEqual({ kind: "message", text: "before" });
  });
});
