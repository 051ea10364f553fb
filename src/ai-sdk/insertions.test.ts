import type { ModelMessage } from "ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInsertions } from "./insertions.ts";

const user = (content: string): ModelMessage => ({ role: "user", content });
const texts = (messages: readonly ModelMessage[]) => messages.map((message) => message.content);

describe("createInsertions", () => {
  it("puts a message at its place and keeps it there", () => {
    const insertions = createInsertions();
    insertions.insert("listing", 0);
    insertions.insert("body", 2);
    insertions.insert("second body", 2);
    expect(texts(insertions.apply([user("a")]))).toEqual(["listing", "a"]);
    expect(texts(insertions.apply([user("a"), user("b"), user("c")]))).toEqual([
      "listing",
      "a",
      "b",
      "body",
      "second body",
      "c",
    ]);
  });

  it("does not double what is there already, whether or not a caller keeps our messages", () => {
    const insertions = createInsertions();
    insertions.insert("listing", 0);
    const once = insertions.apply([user("a")]);
    expect(insertions.apply(structuredClone(once))).toEqual(once);
    expect(insertions.count(once)).toBe(1);
  });

  it("begins every request with the one before, while the caller's history grows", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.string())), (steps) => {
        const insertions = createInsertions();
        const history: ModelMessage[] = [];
        let before: unknown[] = [];
        for (const [ours, text] of steps) {
          if (ours) insertions.insert(text, history.length);
          else history.push(user(text));
          const now = insertions.apply(history);
          expect(now.slice(0, before.length)).toEqual(before);
          before = now;
        }
      }),
    );
  });
});
