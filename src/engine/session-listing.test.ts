import { describe, expect, it } from "vitest";
import { openTestEngine, skill, type TestEngineOptions } from "../../test/support/engine-world.ts";
import type { MemoryNode } from "../../test/support/memory-file-system.ts";
import { createMemoryUsageStore } from "../../test/support/memory-usage-store.ts";
import type { SkillSession } from "./session.ts";

/** Room for about five of the names below. */
const SMALL = { listing: { budget: 260 } };

/** Names of the lines of a reminder, in their order. */
const namesIn = (reminder: string | undefined): string[] =>
  [...(reminder ?? "").matchAll(/^- (.*)$/gm)].map(([, name = ""]) => name);

/** Twenty skills for each of these directories, as `web-07`. */
function skillsOf(directories: Readonly<Record<string, string>>): Record<string, MemoryNode> {
  const rows = Object.entries(directories).flatMap(([name, directory]) =>
    Array.from({ length: 20 }, (_, index) => [
      `${directory}/.claude/skills/${name}-${String(index).padStart(2, "0")}/SKILL.md`,
      skill(""),
    ]),
  );
  return Object.fromEntries(rows);
}

const MONOREPO = skillsOf({
  top: "/proj",
  web: "/proj/packages/web",
  api: "/proj/packages/api",
  mine: "/home/ada",
});

async function open(options: TestEngineOptions = {}): Promise<{ session: SkillSession; files: { write: unknown } }> {
  const { engine, files } = await openTestEngine(MONOREPO, { settings: SMALL, ...options });
  return { session: engine.session(), files };
}

/** What the names of a reminder begin with, each once. */
const placesIn = (reminder: string | undefined): string[] => [
  ...new Set(namesIn(reminder).map((name) => name.replace(/-\d+$/, ""))),
];

describe("when the names alone do not fit, the list keeps", () => {
  it("the project's before a person's own", async () => {
    const { session } = await open();
    const reminder = session.listing() ?? "";
    expect(placesIn(reminder)).toEqual(["top"]);
    expect(reminder).toMatch(/… and \d+ more/);
    expect(reminder.length).toBeLessThanOrEqual(260);
  });

  it("those nearest to the working directory", async () => {
    const { session } = await open({ cwd: "/proj/packages/web" });
    expect(placesIn(session.listing())).toEqual(["web"]);
  });

  it("those nearest to the files touched before the first request", async () => {
    const { session } = await open();
    await session.touched(["packages/api/src/x.ts"], "read");
    session.reset("compacted");
    expect(placesIn(session.listing())).toEqual(["api"]);
  });

  it("after a compaction those nearest to the files of the last steps, and after /clear none of it", async () => {
    const { session } = await open();
    session.listing();
    await session.touched(["packages/api/x.ts"], "read");
    await session.touched(["packages/web/x.ts"], "edit");
    session.reset("compacted");
    expect(placesIn(session.listing())).toEqual(["api"]);
    for (let index = 0; index < 20; index += 1) await session.touched([`packages/web/d${index}/x.ts`], "read");
    session.reset("compacted");
    expect(placesIn(session.listing())).toEqual(["web"]);
    session.reset("clear");
    expect(placesIn(session.listing())).toEqual(["top"]);
  });

  it("those in use before those that are near, and the near ones before the rest", async () => {
    const usage = createMemoryUsageStore(["mine-07", "top-19", "mine-07"]);
    const { session } = await open({ cwd: "/proj/packages/web", ports: { usage } });
    const names = namesIn(session.listing());
    expect(names).toEqual(expect.arrayContaining(["mine-07", "top-19"]));
    expect(names.filter((name) => name.startsWith("web")).length).toBe(names.length - 2);
  });
});

describe("what was sent", () => {
  it("does not change when other files come to hand: later messages tell only what is new", async () => {
    const { session } = await open();
    const first = session.listing();
    expect(session.listing()).toBeUndefined();
    const { reminder } = await session.touched(["packages/web/x.ts"], "read");
    expect(placesIn(reminder)).toEqual(["web"]);
    expect(session.listing()).toBeUndefined();
    expect(first).toContain("top-00");
  });

  it("is the same for the same files in the same order, whoever asks", async () => {
    const once = async (seed: number) => {
      const { session } = await open();
      await session.touched(["packages/web/a.ts", "packages/api/b.ts"], "read");
      session.reset("compacted");
      return [seed, session.listing()];
    };
    expect((await once(1))[1]).toBe((await once(2))[1]);
  });

  it("tells of several nested directories found at once the nearer ones first", async () => {
    const { session } = await open({ settings: { listing: { budget: 200 } } });
    session.listing();
    const { reminder } = await session.touched(["packages/api/x.ts", "packages/web/deep/down/x.ts"], "read");
    expect(placesIn(reminder)).toEqual(["api"]);
  });
});
