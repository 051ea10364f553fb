import fc from "fast-check";
import { expect, test } from "vitest";
import { toHistory } from "./to-history.ts";

test("ids and names become legal and unique, in messages and calls alike", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string(), name: fc.string(), input: fc.jsonValue() })), (calls) => {
      const content = calls.map(({ id, name, input }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input,
      }));
      const answer = toHistory({ messages: [{ role: "assistant", content }], toolCalls: calls });
      const [message] = answer.messages;
      const parts = message?.role === "assistant" && typeof message.content !== "string" ? message.content : [];
      expect(parts).toHaveLength(calls.length);
      expect(new Set(answer.toolCalls.map(({ id }) => id)).size).toBe(calls.length);
      for (const [index, part] of parts.entries()) {
        if (part.type !== "tool-call") throw new Error("not a call");
        const call = answer.toolCalls[index];
        expect([part.toolCallId, part.toolName]).toEqual([call?.id, call?.name]);
        expect(part.toolCallId).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(part.toolName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(typeof part.input === "object" && !Array.isArray(part.input) && part.input !== null).toBe(true);
        expect(call?.input).toBe(calls[index]?.input);
      }
    }),
  );
});

test("results that the SDK made up are left to the caller, thoughts stay as they are", () => {
  const thought = { type: "reasoning" as const, text: "Hm.", providerOptions: { anthropic: { signature: "s" } } };
  const answer = toHistory({
    messages: [
      { role: "assistant", content: [thought] },
      { role: "tool", content: [] },
    ],
    toolCalls: [],
  });
  expect(answer.messages).toEqual([{ role: "assistant", content: [thought] }]);
});
