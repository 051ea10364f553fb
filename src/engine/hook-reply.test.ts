import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOOK_EVENT_NAMES } from "./hook-events.ts";
import { type CommandOutcome, readCommandReply, readJsonReply, readPromptReply } from "./hook-reply.ts";

const exit = (exitCode: number, stdout = "", stderr = ""): CommandOutcome => ({
  kind: "exited",
  exitCode,
  stdout,
  stderr,
});

describe("readCommandReply", () => {
  it.each([
    ["success without words", exit(0), { kind: "answered" }],
    ["plain text where text is not context", exit(0, "hello"), { kind: "answered" }],
    [
      "exit 2 blocks with standard error as the reason",
      exit(2, "", "no\n"),
      { kind: "answered", decision: "deny", reason: "no" },
    ],
    [
      "exit 2 blocks even when the JSON allows",
      exit(2, '{"decision":"allow"}', "no"),
      { kind: "answered", decision: "deny", reason: "no" },
    ],
    [
      "exit 2 blocks even when the JSON is broken",
      exit(2, "{oops", "no"),
      { kind: "answered", decision: "deny", reason: "no" },
    ],
    [
      "exit 1 blocks nothing and is reported",
      exit(1, "", "broken\nmore"),
      { kind: "answered", systemMessage: "a hook failed with exit code 1: broken" },
    ],
    [
      "JSON is read on exit 1 too",
      exit(1, '{"decision":"deny","reason":"r"}', ""),
      { kind: "answered", decision: "deny", reason: "r", systemMessage: "a hook failed with exit code 1" },
    ],
    [
      "a missing command",
      exit(127, "", "sh: x: not found"),
      { kind: "failed", message: "could not run (exit code 127): sh: x: not found" },
    ],
    ["a timeout", { kind: "timed-out" } as const, { kind: "failed", message: "timed out" }],
    ["a signal", { kind: "killed", signal: "SIGKILL" } as const, { kind: "failed", message: "was ended by SIGKILL" }],
  ])("%s", (_name, outcome, expected) => {
    expect(readCommandReply("PreToolUse", outcome)).toEqual(expected);
  });

  it("takes plain text as context only for the events that say so", () => {
    expect(readCommandReply("SessionStart", exit(0, "branch main"))).toEqual({
      kind: "answered",
      additionalContext: "branch main",
    });
    expect(readCommandReply("Stop", exit(0, "branch main"))).toEqual({ kind: "answered" });
  });

  it("never throws, and exit 2 always denies", () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOOK_EVENT_NAMES), fc.string(), fc.string(), (event, stdout, stderr) => {
        expect(readCommandReply(event, exit(2, stdout, stderr))).toMatchObject({ kind: "answered", decision: "deny" });
        readCommandReply(event, exit(0, stdout, stderr));
        readCommandReply(event, exit(0, `{${stdout}`, stderr));
      }),
    );
  });
});

describe("readJsonReply", () => {
  it("reads the nested form", () => {
    const reply = readJsonReply(
      JSON.stringify({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "ask",
          permissionDecisionReason: "look first",
          updatedInput: { command: "ls" },
          additionalContext: "c",
        },
      }),
    );
    expect(reply).toEqual({
      kind: "answered",
      decision: "ask",
      reason: "look first",
      updatedInput: { command: "ls" },
      additionalContext: "c",
    });
  });

  it("reads the older words and the end of the turn", () => {
    expect(readJsonReply('{"decision":"approve"}')).toEqual({ kind: "answered", decision: "allow" });
    expect(readJsonReply('{"decision":"block","reason":"r"}')).toEqual({
      kind: "answered",
      decision: "deny",
      reason: "r",
    });
    expect(readJsonReply('{"continue":false}')).toEqual({ kind: "answered", stopReason: "a hook ended the turn" });
  });

  it("refuses a decision it does not know, so that a typing error in a guard cannot pass for consent", () => {
    expect(readJsonReply('{"decision":"alow"}')).toMatchObject({ kind: "failed" });
  });

  it("cuts text that would flood the conversation", () => {
    const reply = readJsonReply(JSON.stringify({ additionalContext: "x".repeat(20_000) }));
    expect(reply.kind === "answered" && reply.additionalContext).toHaveLength(10_000);
  });
});

describe("readPromptReply", () => {
  it.each([
    ['{"ok":true}', { kind: "answered" }],
    ['```json\n{"ok": false, "reason": "not now"}\n```', { kind: "answered", decision: "deny", reason: "not now" }],
    ["yes", { kind: "failed" }],
    ['{"ok":"yes"}', { kind: "failed" }],
  ])("%s", (text, expected) => {
    expect(readPromptReply(text)).toMatchObject(expected);
  });
});
