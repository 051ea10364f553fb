/** Reads messages and answers from a terminal, line by line, and stays silent while a turn prints. */
import { createInterface, emitKeypressEvents, type Interface } from "node:readline";
import { Writable } from "node:stream";

import { completeSlash, type SlashCompletion } from "./complete-slash.ts";

export type Typed =
  | { readonly kind: "message"; readonly text: string }
  /** Ctrl-C; `empty` says whether there was anything on the line that it threw away. */
  | { readonly kind: "interrupt"; readonly empty: boolean }
  /** Ctrl-D at an empty prompt, or the terminal has gone. */
  | { readonly kind: "end" };

export interface LineEditor {
  /** Shows the prompt and waits. What was typed during a turn is on the line already, or comes back at once. */
  read(prompt: string): Promise<Typed>;
  /**
   * Asks a question in the middle of a turn. What was typed ahead does not answer it: it is put aside and comes back
   * afterwards. Resolves with undefined for Ctrl-C, Ctrl-D and a terminal that has gone.
   */
  ask(question: string): Promise<string | undefined>;
  /** Called for Ctrl-C while nothing is being read; pass undefined to stop listening. */
  onInterrupt(listener: (() => void) | undefined): void;
  /** Writes between two reads. */
  write(text: string): void;
  close(): void;
}

export interface LineEditorOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly isTTY?: boolean };
  /** Newest first. */
  readonly history: readonly string[];
  readonly complete: (prefix: string) => readonly SlashCompletion[];
  readonly formatCompletions: (completions: readonly SlashCompletion[]) => string;
  /** Shown where a message goes on in the next line. */
  readonly continuationPrompt: string;
}

const BRACKETED_PASTE_ON = "\u001b[?2004h";
const BRACKETED_PASTE_OFF = "\u001b[?2004l";

/** A pasted text of several lines is one message: only an Enter of the person's own sends it. `\` at a line's end goes on. */
export function createLineEditor(options: LineEditorOptions): LineEditor {
  const { input, output } = options;
  const terminal = output.isTTY === true;
  let muted = true;
  let pasting = false;
  let closed = false;
  let lines: string[] = [];
  /** What the history holds of the message that is being typed. */
  let recalled: string | undefined;
  let asking = false;
  const waiting: Typed[] = [];
  let deliver: ((typed: Typed) => void) | undefined;
  let interrupted: (() => void) | undefined;

  const echo = createEcho(output, () => muted);
  emitKeypressEvents(input);
  // Registered before readline's own listener, so that `pasting` is known when the pasted line breaks arrive.
  const onKey = (_text: string | undefined, key: { readonly name?: string } | undefined) => {
    if (key?.name === "paste-start") pasting = true;
    if (key?.name === "paste-end") pasting = false;
  };
  input.on("keypress", onKey);
  const reader: Interface = createInterface({
    input,
    output: echo,
    terminal,
    history: [...options.history],
    historySize: 1000,
    removeHistoryDuplicates: true,
    completer: (line: string): [string[], string] => {
      // Inside a paste a tab is text.
      if (pasting) return [[`${line}\t`], line];
      if (lines.length > 0) return [[], line];
      const { insert, show } = completeSlash(line, options.complete(line));
      if (show.length > 0) {
        echo.write(`\n${options.formatCompletions(show)}`);
        setImmediate(() => reader.prompt(true));
      }
      return [insert === undefined ? [] : [insert], line];
    },
  });
  if (terminal) output.write(BRACKETED_PASTE_ON);

  function emit(typed: Typed): void {
    if (deliver === undefined) {
      waiting.push(typed);
      return;
    }
    const resolve = deliver;
    deliver = undefined;
    muted = true;
    resolve(typed);
  }

  // Readline remembers lines, a person messages: one of several lines is one entry, and an answer to a question is none.
  reader.on("history", (entries) => {
    if (asking) {
      entries.shift();
      return;
    }
    const [line = "", before] = entries;
    if (recalled === undefined || before !== recalled) {
      recalled = line;
      return;
    }
    recalled = `${recalled.replace(/\s*\\$/, "")} ${line}`;
    entries.splice(0, 2, recalled);
  });
  reader.on("line", (line) => {
    const goesOn = !pasting && line.endsWith("\\");
    lines.push(goesOn ? line.slice(0, -1) : line);
    if (pasting || goesOn) {
      reader.setPrompt(options.continuationPrompt);
      reader.prompt();
      return;
    }
    const text = lines.join("\n");
    lines = [];
    recalled = undefined;
    emit({ kind: "message", text });
  });
  reader.on("SIGINT", () => {
    if (deliver === undefined) {
      interrupted?.();
      return;
    }
    const empty = reader.line === "" && lines.length === 0;
    lines = [];
    recalled = undefined;
    clearLine();
    echo.write("\n");
    emit({ kind: "interrupt", empty });
  });
  reader.on("close", () => {
    closed = true;
    emit({ kind: "end" });
  });

  function clearLine(): void {
    // The public way to empty the line: to its end, then Ctrl-U.
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
  }

  function listen(prompt: string): Promise<Typed> {
    if (closed) return Promise.resolve({ kind: "end" });
    return new Promise((resolve) => {
      deliver = resolve;
      muted = false;
      reader.setPrompt(prompt);
      reader.prompt(true);
    });
  }

  return {
    read(prompt) {
      const next = waiting.shift();
      if (next !== undefined) return Promise.resolve(next);
      return listen(lines.length > 0 ? options.continuationPrompt : prompt);
    },
    async ask(question) {
      const aside = { line: reader.line, lines };
      lines = [];
      if (!closed) clearLine();
      asking = true;
      const typed = await listen(question);
      asking = false;
      lines = aside.lines;
      if (!closed && aside.line !== "") reader.write(aside.line);
      return typed.kind === "message" ? typed.text : undefined;
    },
    onInterrupt(listener) {
      interrupted = listener;
    },
    write(text) {
      output.write(text);
    },
    close() {
      input.off("keypress", onKey);
      if (terminal) output.write(BRACKETED_PASTE_OFF);
      reader.close();
    },
  };
}

/** A stream to `output` that readline can write its echo to, and that drops it while `isMuted`. */
function createEcho(
  output: LineEditorOptions["output"],
  isMuted: () => boolean,
): Writable & { readonly columns?: number } {
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted()) output.write(chunk);
      done();
    },
  });
  // Readline lays out long lines by the width of its output.
  Object.defineProperty(echo, "columns", { get: () => output.columns });
  Object.defineProperty(echo, "isTTY", { get: () => output.isTTY });
  output.on("resize", () => echo.emit("resize"));
  return echo;
}
