import { describe, expect, it } from "vitest";
import { findInjectedCommands } from "./injected-commands.ts";

const commandsOf = (body: string): string[] => findInjectedCommands(body).map(({ command }) => command);

describe("inline commands", () => {
  it.each([
    ["!`git status`", ["git status"]],
    ["Now: !`date` and !`pwd`.", ["date", "pwd"]],
    ["- !`a`\n- !`b`", ["a", "b"]],
    ["a\t!`a`", ["a"]],
    ["KEY=!`a`", []],
    ["the `!` operator and `as!` are risky", []],
    ["``!`a` ``", []],
    ["text `x` !`a`", ["a"]],
    ["!``a``", []],
    ["!``", []],
    ["!` `", []],
    ["! `a`", []],
    ["!`a\nb`", []],
    ["**!`a`**", []],
  ])("%j", (body, commands) => expect(commandsOf(body)).toEqual(commands));
});

describe("blocks", () => {
  it.each([
    ["```!\ngit status\ndate\n```", ["git status\ndate"]],
    ["````!\na\n```\nb\n````", ["a\n```\nb"]],
    ["``` !\na\n```", ["a"]],
    ["```!\n\n```", []],
    ["```! sh\na\n```", []],
    ["~~~!\na\n~~~", []],
    ["```!\nnever closed", []],
    ["> ```!\n> a\n> ```", []],
    ["    ```!\n    a\n    ```", []],
  ])("%j", (body, commands) => expect(commandsOf(body)).toEqual(commands));
});

describe("documentation", () => {
  it.each([
    "```md\nNow: !`a`\n```",
    "~~~\n!`a`\n\n!`b`\n~~~",
    "````md\n```!\na\n```\n````",
    "1. Write\n\n    ```md\n    !`a`\n\n    !`b`\n    ```",
    "> ```md\n> !`a`\n> ```",
    "Example:\n\n    !`a`\n",
    "``\n!`a`\n``",
  ])("%j holds no command", (body) => expect(commandsOf(body)).toEqual([]));
});

it("says where each stands", () => {
  const body = "One.\n\nTwo: !`a` three.\n```!\nb\n```\n";
  expect(findInjectedCommands(body).map(({ start, end, line, form }) => [body.slice(start, end), line, form])).toEqual([
    ["!`a`", 3, "inline"],
    ["```!\nb\n```", 4, "block"],
  ]);
});
