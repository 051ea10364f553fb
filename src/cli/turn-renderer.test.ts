import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../agent/index.ts";
import { createPalette } from "./palette.ts";
import { textWidth } from "./text-width.ts";
import { createTurnRenderer } from "./turn-renderer.ts";

const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
const end: AgentEvent = { agent: "main", type: "turn-end", reason: "done", text: "", steps: 1, usage };

function play(events: readonly AgentEvent[], options: { transient?: boolean; columns?: number } = {}): string {
  const renderer = createTurnRenderer({
    palette: createPalette(false),
    columns: () => options.columns ?? 80,
    transient: options.transient ?? false,
  });
  return events.map((event) => renderer.render(event)).join("");
}

/** What a terminal shows after the escape sequences that wipe a line have done their work. */
function shown(text: string): string {
  return text
    .split("\n")
    .map((line) => line.split("\r\u001b[K").at(-1))
    .join("\n");
}

const work: AgentEvent[] = [
  { agent: "main", type: "step-start", step: 1, model: "m" },
  { agent: "main", type: "text-start" },
  { agent: "main", type: "text-delta", text: "\nI will read " },
  { agent: "main", type: "text-delta", text: "the file." },
  { agent: "main", type: "text-end", text: "I will read the file." },
  { agent: "main", type: "tool-start", id: "1", name: "Read", input: { file_path: "src/a.tsx" } },
  { agent: "main", type: "skill-activated", skills: ["react-helper"] },
  { agent: "main", type: "tool-end", id: "1", name: "Read", output: "1\n2\n3", isError: false },
  { agent: "main", type: "step-start", step: 2, model: "m" },
  { agent: "main", type: "tool-start", id: "2", name: "Bash", input: { command: "npm test" } },
  { agent: "main", type: "tool-end", id: "2", name: "Bash", output: "not allowed", isError: true },
  { agent: "main", type: "text-start" },
  { agent: "main", type: "text-delta", text: "Done." },
  { agent: "main", type: "text-end", text: "Done." },
  end,
];

describe("createTurnRenderer", () => {
  it("shows text, one line for each call, and what woke up", () => {
    expect(play(work)).toMatchInlineSnapshot(`
      "I will read the file.

      ● Read src/a.tsx · 3 lines
      ◆ react-helper woke up: a file it waits for was touched
      ✗ Bash npm test · not allowed

      Done.
      "
    `);
  });

  it("leaves no trace of its status line", () => {
    const live = play(work, { transient: true });
    expect(live).toContain("· thinking");
    expect(shown(live)).toBe(play(work));
  });

  it("indents a fork and keeps its text inside", () => {
    expect(
      play([
        { agent: "main", type: "skill-start", skill: "review", mode: "fork", by: "user", args: "HEAD~1..HEAD" },
        { agent: "fork-1", type: "text-delta", text: "inner text" },
        { agent: "fork-1", type: "tool-start", id: "1", name: "GitDiff", input: {} },
        { agent: "fork-1", type: "tool-end", id: "1", name: "GitDiff", output: "a\nb", isError: false },
        { agent: "fork-1", type: "turn-end", reason: "done", text: "inner text", steps: 1, usage },
        { agent: "main", type: "skill-end", skill: "review", mode: "fork", isError: false },
        { agent: "main", type: "text-delta", text: "Two files changed." },
        { agent: "main", type: "text-end", text: "Two files changed." },
        end,
      ]),
    ).toMatchInlineSnapshot(`
      "◆ review HEAD~1..HEAD in a fork
        ● GitDiff · 2 lines

      Two files changed.
      "
    `);
  });

  it("gives an invoked skill one line, and a refused one its reason", () => {
    expect(
      play([
        { agent: "main", type: "tool-start", id: "1", name: "Skill", input: { skill: "greet", args: "Al" } },
        { agent: "main", type: "skill-start", skill: "greet", mode: "inline", by: "model", args: "Al" },
        { agent: "main", type: "skill-end", skill: "greet", mode: "inline", isError: false },
        { agent: "main", type: "tool-end", id: "1", name: "Skill", output: "Launching", isError: false },
        { agent: "main", type: "tool-start", id: "2", name: "Skill", input: { skill: "nope" } },
        { agent: "main", type: "tool-end", id: "2", name: "Skill", output: "unknown skill", isError: true },
        end,
      ]),
    ).toBe("◆ greet Al\n✗ Skill nope · unknown skill\n");
  });

  it.each([60, 40])("keeps a long call and its result on one line of %i columns", (columns) => {
    const command = "echo this is a rather long command line that goes past the edge of a narrow window";
    const run = (output: string, isError: boolean) =>
      play(
        [
          { agent: "main", type: "tool-start", id: "1", name: "Bash", input: { command } },
          { agent: "main", type: "tool-end", id: "1", name: "Bash", output, isError },
        ],
        { columns },
      ).trimEnd();
    const failed = run("a long reason that says why this was not allowed to go on", true);
    const listed = run("one\ntwo\nthree", false);
    for (const line of [failed, listed]) expect(textWidth(line)).toBeLessThanOrEqual(columns);
    expect(failed).toMatch(/^✗ Bash echo .*… · a long reason .*…$/);
    expect(listed).toMatch(/^● Bash echo .*… · 3 lines$/);
  });

  it("ends a turn on a fresh line, stopped or failed", () => {
    const delta: AgentEvent = { agent: "main", type: "text-delta", text: "half a sen" };
    expect(play([delta, { ...end, reason: "aborted" }])).toBe("half a sen\nwarning: stopped\n");
    const error = { code: "auth", message: "the key was refused", hint: "set it" };
    expect(play([{ ...end, reason: "error", error }])).toBe("error: the key was refused\n  set it\n");
  });

  it("lets no escape sequence of the model through", () => {
    const nasty = "\u001b]0;owned\u0007\u001b[2Jx";
    const events: AgentEvent[] = [
      { agent: "main", type: "text-delta", text: nasty },
      { agent: "main", type: "tool-end", id: "9", name: "Bash", output: nasty, isError: true },
      { agent: "main", type: "notice", level: "warning", message: nasty, hint: nasty },
      { agent: "main", type: "skill-activated", skills: [nasty] },
    ];
    expect(play(events)).not.toContain("\u001b");
    expect(play(events)).not.toContain("\u0007");
  });
});
