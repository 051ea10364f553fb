import type { ModelMessage as SdkMessage } from "ai";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "./message.ts";
import { toPrompt } from "./to-prompt.ts";

const SIGNED = { anthropic: { signature: "s1" } };

describe("toPrompt", () => {
  it("puts the system text first, marked as the end of what may be cached", () => {
    expect(toPrompt("be brief", [])).toEqual([
      { role: "system", content: "be brief", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
    ]);
    expect(toPrompt("", [])).toEqual([]);
  });

  it("carries every kind of message that the agent writes, options included", () => {
    // The type checker holds here that a history is one of the SDK too.
    const messages = [
      { role: "user", content: "hello" },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", providerOptions: SIGNED },
          { type: "text", text: "reading" },
          { type: "tool-call", toolCallId: "c1", toolName: "Read", input: { path: "a" } },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "c1", toolName: "Read", output: { type: "error-text", value: "no" } },
        ],
      },
      { role: "assistant", content: "sorry" },
    ] satisfies ModelMessage[] satisfies SdkMessage[];
    expect(toPrompt("", messages)).toEqual([
      { role: "user", content: [{ type: "text", text: "hello" }] },
      messages[1],
      messages[2],
      { role: "assistant", content: [{ type: "text", text: "sorry" }] },
    ]);
  });

  it("leaves empty texts out, but not those that carry a provider's options", () => {
    const content = [
      { type: "text", text: "" },
      { type: "text", text: "", providerOptions: SIGNED },
    ] as const;
    expect(toPrompt("", [{ role: "assistant", content: [...content] }])).toEqual([
      { role: "assistant", content: [content[1]] },
    ]);
  });
});
