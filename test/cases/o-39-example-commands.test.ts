/** O-39: a skill that documents the syntax of commands runs none of its examples; a live line runs. */
import { afterEach, expect, it } from "vitest";
import { skill, textOf } from "../support/engine-world.ts";
import { createShellWorld, type ShellWorld } from "../support/shell-world.ts";

const BODY = [
  "In a fence:",
  "```md",
  "!`touch made-by-fence`",
  "",
  "Now: !`touch made-by-fence`",
  "```",
  "In a span: `` !`touch made-by-span` ``, and the `!` operator and `as!` are risky.",
  "",
  "1. In a fence of a list:",
  "",
  "    ```md",
  "    !`touch made-by-list`",
  "",
  "    ```",
  "> ```!",
  "> touch made-by-quote",
  "> ```",
  "",
  "````md",
  "```!",
  "touch made-by-block",
  "```",
  "````",
  "KEY=!`touch made-by-word`",
].join("\n");

let world: ShellWorld;
afterEach(() => world.dispose());

it("only the live line runs, and the prose stays as it is", async () => {
  world = await createShellWorld({ doc: skill("", `${BODY}\n\nNow: !\`printf hi\`\n`) });
  expect(textOf(await world.invoke("doc"))).toBe(`${BODY}\n\nNow: hi`);
  for (const place of ["fence", "span", "list", "quote", "block", "word"])
    expect(world.has(`made-by-${place}`)).toBe(false);
});

it("a block runs all of its lines, in the project", async () => {
  world = await createShellWorld({ live: skill("", "Before.\n```!\ntouch made\nprintf 'one\\ntwo\\n'\n```\nAfter.") });
  expect(textOf(await world.invoke("live"))).toBe("Before.\none\ntwo\nAfter.");
  expect(world.has("made")).toBe(true);
});

it("a command that fails stops the call and says why", async () => {
  world = await createShellWorld({ bad: skill("", "!`echo oops >&2; exit 3` then !`touch made`") });
  expect(await world.invoke("bad")).toMatchObject({
    kind: "refused",
    code: "failed",
    message: expect.stringMatching(/exit code 3:\noops$/),
  });
  expect(world.has("made")).toBe(false);
});
