import { describe, expect, it } from "vitest";
import { skillText } from "../../test/support/load-tree.ts";
import type { MemoryNode } from "../../test/support/memory-file-system.ts";
import { openTree } from "../../test/support/open-tree.ts";
import type { OpenSkillsOptions } from "../open-skills.ts";
import { formatExplanation } from "./format-explanation.ts";

const SKILLS = "/proj/.claude/skills";
const BROKEN = '---\nname: bad\ndescription: "open\npaths: src/**\n---\nB\n';

async function explain(
  target: string,
  tree: Readonly<Record<string, MemoryNode>>,
  options: Partial<OpenSkillsOptions> = {},
): Promise<string> {
  return formatExplanation(await (await openTree(tree, options)).explain(target));
}

describe("what was found and not loaded", () => {
  it("is explained under the name of its place, with the reason and the line", async () => {
    expect(await explain("bad", { [`${SKILLS}/bad/SKILL.md`]: BROKEN })).toMatchInlineSnapshot(`
      "There is no skill bad, but there is what was not loaded.

      not loaded: /proj/.claude/skills/bad/SKILL.md
        line 3, column 14: The front matter cannot be read: a quote is opened and not closed.
        hint: Close it: \`description: "open"\`. If it belongs to the text, put the whole value in quotes.
      "
    `);
  });

  it("is explained beside the skill that has the name", async () => {
    const tree = { [`${SKILLS}/bad/SKILL.md`]: BROKEN, "/home/ada/.claude/skills/bad/SKILL.md": skillText() };
    const text = await explain("bad", tree);
    expect(text).toContain("bad is user:bad.");
    expect(text).toContain(`not loaded: ${SKILLS}/bad/SKILL.md`);
    expect(await explain("bed", tree)).not.toContain("not loaded");
  });

  it.each([
    ["a link to nothing", "gone", { [`${SKILLS}/gone`]: { link: "/nowhere" } }, "leads to nothing"],
    ["a folder that cannot be read", "shut", { [`${SKILLS}/shut`]: { error: "EACCES" } }, "permission denied"],
    ["a command", "ship", { "/proj/.claude/commands/ship.md": "---\nname: x\n" }, "unclosed front-matter block"],
    ["a file that is too large", "big", { [`${SKILLS}/big/SKILL.md`]: "x".repeat(1024 * 1024 + 1) }, "larger than"],
    [
      "a plugin with a wrong manifest",
      "kit:lint",
      { [`${SKILLS}/kit/.claude-plugin/plugin.json`]: "{", [`${SKILLS}/kit/skills/lint/SKILL.md`]: skillText() },
      "JSON",
    ],
    ["a plugin with a wrong manifest", "kit", { [`${SKILLS}/kit/.claude-plugin/plugin.json`]: "{" }, "JSON"],
  ] as const)("may be %s: %s", async (_, name, tree, why) => {
    const text = await explain(name, tree);
    expect(text).toContain(why);
  });

  it("may be what only trust brings", async () => {
    const tree = {
      [`${SKILLS}/kit/.claude-plugin/plugin.json`]: "{}",
      [`${SKILLS}/out`]: { link: "/else" },
      "/else/SKILL.md": skillText(),
    };
    expect(await explain("kit", tree, { trusted: false })).toContain(
      "The folder is a plugin, and this workspace is not",
    );
    expect(await explain("out", tree, { trusted: false })).toContain("The link leads out of the project");
  });

  it("is explained for a file that would bring it in", async () => {
    const text = await explain("web/a.ts", { "/proj/web/.claude/skills/bad/SKILL.md": BROKEN, "/proj/web/a.ts": "" });
    expect(text).toContain("not loaded: /proj/web/.claude/skills/bad/SKILL.md\n  line 3, column 14");
  });
});

describe("a call by the model", () => {
  const tree = {
    [`${SKILLS}/mine/SKILL.md`]: skillText({ "disable-model-invocation": "true" }),
    [`${SKILLS}/off/SKILL.md`]: skillText(),
    [`${SKILLS}/waits/SKILL.md`]: skillText({ paths: "*.go" }),
    [`${SKILLS}/asks/SKILL.md`]: skillText({ "allowed-tools": "Read" }),
  };
  const settings = { skills: { overrides: { off: "off" } } } as const;

  it.each(["mine", "off", "waits", "asks"])("of %s comes to what is said of it", async (name) => {
    const engine = await openTree(tree, { settings });
    const explanation = await engine.explain(name);
    const said = explanation.skills[0]?.modelCall;
    const outcome = await engine.session().invoke({ name, by: "model" });
    if (outcome.kind === "refused") expect(said).toEqual(outcome);
    else expect(said).toEqual({ kind: "permitted", question: "The skill allows itself Read." });
    expect(formatExplanation(explanation)).toContain(
      outcome.kind === "refused" ? "when the model calls it: refused" : "when the model calls it: ask.",
    );
  });
});
