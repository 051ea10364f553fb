/** O-36: a `$1` in code is the code's, unless the skill says that it takes arguments; the escape works in any case. */
import { describe, expect, it } from "vitest";
import { openTestEngine, skill, textOf } from "../support/engine-world.ts";

const BODY = "Columns: `awk '{print $1, \\$2}' t.txt`; fee $0.10; all: $ARGUMENTS";

async function expand(args: string, fields = "", body = BODY) {
  const { engine } = await openTestEngine({ cols: skill(fields, body) });
  return textOf(await engine.session().invoke({ name: "cols", args, by: "user" }));
}

describe("without a declaration", () => {
  it("no arguments leave everything as it is, but for the escape and $ARGUMENTS", async () => {
    expect(await expand("")).toBe("Columns: `awk '{print $1, $2}' t.txt`; fee $0.10; all:");
  });

  it("arguments go into the prose, not into the code", async () => {
    expect(await expand("red green")).toBe("Columns: `awk '{print $1, $2}' t.txt`; fee red.10; all: red green");
  });

  it("a fence is code as a span is", async () => {
    const body = "$0\n\n```sh\necho $0 $ARGUMENTS\n```\n\n1. step\n\n   ~~~sh\n   echo $0\n   ~~~";
    expect(await expand("x", "", body)).toBe("x\n\n```sh\necho $0 x\n```\n\n1. step\n\n   ~~~sh\n   echo $0\n   ~~~");
  });
});

it.each(["argument-hint: '[first] [second]'", "arguments: [first, second]"])(
  "with %s it is filled everywhere",
  async (fields) => {
    expect(await expand("red green", fields)).toBe(
      "Columns: `awk '{print green, $2}' t.txt`; fee red.10; all: red green",
    );
    expect(await expand("", fields)).toBe("Columns: `awk '{print $1, $2}' t.txt`; fee $0.10; all:");
  },
);
