import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findInvalidity } from "../../../test/support/agent-world.ts";
import { userMessage } from "../history.ts";
import type { ModelMessage } from "../models/index.ts";
import { estimateMessages } from "./estimate-context.ts";
import { shrinkMessages } from "./shrink-messages.ts";

const text = fc
  .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 300 }))
  .map(([word, times]) => word.repeat(times));

/** A step with calls and their results, as the loop writes them. */
const step = fc.array(fc.record({ input: text, output: text, isError: fc.boolean() }), { minLength: 1, maxLength: 4 });

const conversation = fc
  .array(fc.oneof(fc.record({ user: text }), fc.record({ assistant: text }), fc.record({ step })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((turns) =>
    turns.flatMap((turn, position): readonly ModelMessage[] => {
      if ("user" in turn) return [userMessage(turn.user)];
      if ("assistant" in turn) return [{ role: "assistant", content: turn.assistant }];
      const ids = turn.step.map((_, index) => `call_${position}_${index}`);
      return [
        {
          role: "assistant",
          content: turn.step.map(({ input }, index) => ({
            type: "tool-call",
            toolCallId: ids[index] ?? "",
            toolName: "Write",
            input: { file_path: "a.txt", nested: [{ content: input }] },
          })),
        },
        {
          role: "tool",
          content: turn.step.map(({ output, isError }, index) => ({
            type: "tool-result",
            toolCallId: ids[index] ?? "",
            toolName: "Write",
            output: { type: isError ? "error-text" : "text", value: output },
          })),
        },
      ];
    }),
  );

describe("shrinkMessages", () => {
  it("fits, keeps calls with their results, keeps the end, and leaves what fits alone", () => {
    fc.assert(
      fc.property(conversation, fc.integer({ min: 200, max: 6_000 }), (messages, tokens) => {
        const shrunk = shrinkMessages(messages, tokens);
        expect(findInvalidity(shrunk)).toBeUndefined();
        if (estimateMessages(messages) <= tokens) expect(shrunk).toBe(messages);
        expect(shrunk.at(-1)?.role).toBe(messages.at(-1)?.role);
        // What is left out leaves a message of the user's role at the start, as every provider wants.
        if (shrunk.length < messages.length) expect(shrunk[0]?.role).toBe("user");
        const isLastAlone = shrunk.length <= 1 + (messages.at(-1)?.role === "tool" ? 2 : 1);
        if (!isLastAlone) expect(estimateMessages(shrunk)).toBeLessThanOrEqual(tokens);
      }),
      { numRuns: 60 },
    );
  });

  it("shortens long texts before it leaves messages out, and keeps both their ends", () => {
    const long = `BEGIN ${"word ".repeat(8_000)}END`;
    const messages = [userMessage("first"), userMessage(long), userMessage("last")];
    const shrunk = shrinkMessages(messages, 5_000);
    expect(shrunk).toHaveLength(3);
    expect([shrunk[0], shrunk[2]]).toEqual([messages[0], messages[2]]);
    expect(shrunk[1]?.content).toMatch(/^BEGIN word.*\n\[Left out, because it does not fit\.\]\n.*END$/);
  });

  it("leaves the oldest out, and says so", () => {
    const messages = Array.from({ length: 50 }, (_, index) => userMessage(`${index} ${"word ".repeat(100)}`));
    const shrunk = shrinkMessages(messages, 1_000);
    expect(shrunk[0]?.content).toMatch(/^\[Earlier messages/);
    expect(shrunk.slice(1)).toEqual(messages.slice(-(shrunk.length - 1)));
    expect(shrunk.length).toBeGreaterThan(5);
  });
});
