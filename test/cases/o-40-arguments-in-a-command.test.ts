/** O-40: arguments reach a command as data, and text that looks like a command in them is text. */
import { afterEach, describe, expect, it } from "vitest";
import { skill, textOf } from "../support/engine-world.ts";
import { createShellWorld, type ShellWorld } from "../support/shell-world.ts";

const HOSTILE = [
  '"; touch pwned; echo "',
  "$(touch pwned)",
  "`touch pwned`",
  "'; touch pwned; '",
  "x && touch pwned",
  "x | tee pwned",
  "x > pwned",
  "\ntouch pwned\n",
];

let world: ShellWorld;
afterEach(() => world.dispose());

describe.each([
  ["in double quotes", "printf '%s' \"$ARGUMENTS\""],
  ["without quotes", "printf '%s' $ARGUMENTS"],
  ["in single quotes", "printf '%s' '$ARGUMENTS'"],
])("%s", (_, command) => {
  it.each(HOSTILE)("%j is printed", async (args) => {
    world = await createShellWorld({ print: skill("", `R: !\`${command}\``) });
    expect(textOf(await world.invoke("print", args))).toBe(`R: ${args}`.trimEnd());
    expect(world.has("pwned")).toBe(false);
  });
});

it.each([
  'bash -c "echo $ARGUMENTS"',
  "eval echo $ARGUMENTS",
  "echo $(echo $ARGUMENTS)",
  "$ARGUMENTS",
  "echo $ARGUMENTS | sh",
])("%j is refused, because there arguments would not stay data", async (command) => {
  world = await createShellWorld({ bad: skill("", `\`\`\`!\n${command}\n\`\`\``) });
  expect(await world.invoke("bad", "touch pwned")).toMatchObject({ kind: "refused", code: "failed" });
  expect(world.has("pwned")).toBe(false);
});

it("an argument does not become a command of the text", async () => {
  world = await createShellWorld({ ask: skill("", "Q: $ARGUMENTS\n\n$ARGUMENTS"), block: skill("", "$ARGUMENTS") });
  expect(textOf(await world.invoke("ask", "!`touch pwned`"))).toBe("Q: !`touch pwned`\n\n!`touch pwned`");
  await world.invoke("block", "```!\ntouch pwned\n```");
  expect(world.has("pwned")).toBe(false);
});
