import { describe, expect, it } from "vitest";
import { assistantMessage, createHistory, userMessage } from "../history.ts";
import { createContextMeter } from "./context-meter.ts";
import { estimateMessages, estimateRequest } from "./estimate-context.ts";

const frame = { system: "You are helpful.", tools: [{ name: "Read", description: "Reads", inputSchema: {} }] };

/** A conversation of one step that the provider has counted as `inputTokens` and 20 for the answer. */
function afterOneStep(inputTokens: number) {
  const meter = createContextMeter();
  const history = createHistory([userMessage("hello")]);
  const answer = assistantMessage("an answer of some length ".repeat(50));
  const request = () => ({ ...frame, messages: history.messages() });
  meter.observe(request(), {
    type: "end",
    messages: [answer],
    text: "",
    toolCalls: [],
    finishReason: "stop",
    usage: { inputTokens, outputTokens: inputTokens === 0 ? 0 : 20, cachedInputTokens: 0 },
  });
  history.append(answer);
  return { meter, history, request };
}

describe("createContextMeter", () => {
  it("takes what the provider counted, and estimates only what came after", () => {
    const { meter, history, request } = afterOneStep(7_000);
    expect(meter.tokens(request())).toBe(7_020);
    const added = [userMessage("x".repeat(400)), userMessage("more")];
    history.append(...added);
    expect(meter.tokens(request())).toBe(7_020 + estimateMessages(added));
  });

  it("estimates all of it where the provider counts nothing, and before the first step", () => {
    const { meter, request } = afterOneStep(0);
    expect(meter.tokens(request())).toBe(estimateRequest(request()));
    expect(createContextMeter().tokens(request())).toBe(estimateRequest(request()));
    expect(estimateRequest(request())).toBeGreaterThan(estimateMessages(request().messages));
  });

  it("forgets what it knew of a history that was replaced or cleared", () => {
    const { meter, history, request } = afterOneStep(7_000);
    history.replace([userMessage("summary"), userMessage("request")]);
    expect(meter.tokens(request())).toBe(estimateRequest(request()));
    history.clear();
    expect(meter.tokens(request())).toBe(estimateRequest(request()));
  });
});
