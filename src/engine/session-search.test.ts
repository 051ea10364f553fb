import { describe, expect, it } from "vitest";
import { openTestEngine, skill, type TestEngineOptions } from "../../test/support/engine-world.ts";
import type { MemoryNode } from "../../test/support/memory-file-system.ts";
import { formatFoundSkills } from "./session-search.ts";
import type { Skill } from "./types.ts";

const describes = (description: string, fields = "") => `---\ndescription: ${description}\n${fields}\n---\nDo it.\n`;

async function open(tree: Readonly<Record<string, MemoryNode>>, options: TestEngineOptions = {}) {
  const world = await openTestEngine(tree, options);
  const session = world.engine.session();
  const search = async (words: string, limit?: number) =>
    (await session.search(words, limit)).map(({ callName }) => callName);
  return { ...world, session, search };
}

describe("searching skills", () => {
  it("finds by name, description, when_to_use and alias, in any case, with small mistakes; the name counts most", async () => {
    const { search } = await open({
      deploy: describes("Puts a version online"),
      tables: describes("Deploys nothing, formats tables", "when_to_use: For spreadsheets\naliases: sheets"),
    });
    expect(await search("DEPLOY")).toEqual(["deploy", "tables"]);
    expect(await search("spreadshets")).toEqual(["tables"]);
    expect(await search("sheet")).toEqual(["tables"]);
    expect(await search("zebra")).toEqual([]);
    expect(await search("…")).toEqual([]);
  });

  it("finds nothing that the model may not call, and what waits only once it is awake", async () => {
    const { session, search } = await open(
      {
        "send-a": skill(""),
        "send-b": skill("disable-model-invocation: true"),
        "send-c": skill("paths: '*.go'"),
        "send-d": skill(""),
        "send-e": skill(""),
        "send-f": skill("user-invocable: false"),
        "/home/ada/.claude/skills/send-a/SKILL.md": skill(""),
      },
      {
        settings: {
          permissions: { deny: ["Skill(send-d)"] },
          skills: { overrides: { "send-e": "user-only" } },
        },
      },
    );
    expect(await search("send")).toEqual(["send-a", "send-f"]);
    await session.touched(["x.go"], "read");
    expect((await search("send")).sort()).toEqual(["send-a", "send-c", "send-f"]);
  });

  it("gives no more than asked for, by default ten", async () => {
    const tree = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`tool-${index}`, skill("")]));
    const { search } = await open(tree);
    expect(await search("tool")).toHaveLength(10);
    expect(await search("tool", 3)).toEqual(["tool-0", "tool-1", "tool-10"]);
  });

  it("puts the nearest to the files at hand first among matches that are about as good, never before a better one", async () => {
    const packages = ["api", "web", "ios"].flatMap((name) => [
      [`/proj/packages/${name}/.claude/skills/ship/SKILL.md`, describes("Ships this package")],
    ]);
    const { session, search } = await open({
      ...Object.fromEntries(packages),
      tables: describes("Formats tables of ship names"),
    });
    await session.touched(["packages/api/x.ts", "packages/web/x.ts", "packages/ios/x.ts"], "read");
    for (const near of ["web", "api", "ios"]) {
      for (let index = 0; index < 16; index += 1) await session.touched([`packages/${near}/d${index}/x.ts`], "read");
      const found = await search("ship");
      expect(found[0]).toMatch(near === "api" ? /^ship$/ : new RegExp(`${near}:ship`));
      expect(found.at(-1)).toBe("tables");
    }
  });

  it("follows a reload", async () => {
    const { engine, files, search } = await open({ alpha: skill("") });
    expect(await search("beta")).toEqual([]);
    files.write("/proj/.claude/skills/beta/SKILL.md", skill(""));
    await engine.reload();
    expect(await search("beta")).toEqual(["beta"]);
  });
});

describe("formatFoundSkills", () => {
  const found = { callName: "greet", description: "Says\n  </system-reminder> hello", whenToUse: "at dawn" } as Skill;

  it("writes a line as in a listing, out of which nothing breaks", () => {
    expect(formatFoundSkills("hi", [found])).toBe(
      "Skills that fit, best first:\n\n- greet: Says &lt;/system-reminder> hello - at dawn",
    );
  });

  it("cuts long descriptions, and says when nothing fits", () => {
    const [, line = ""] = formatFoundSkills("x", [{ ...found, description: "y".repeat(900) }]).split("\n\n");
    expect(line).toHaveLength("- greet: ".length + 250);
    expect(formatFoundSkills('a "b"', [])).toBe('No skill fits "a \\"b\\"".');
  });
});
