import { describe, expect, it } from "vitest";
import { openTestEngine, skill, textOf } from "../../test/support/engine-world.ts";
import type { MemoryNode } from "../../test/support/memory-file-system.ts";
import type { SkillSession } from "./session.ts";

const REACT = skill("paths: 'src/**/*.tsx'", "Current task: $ARGUMENTS");
const GO = skill("paths: '*.go'");

/** Names of the lines of a reminder. */
const namesIn = (reminder: string | undefined): string[] =>
  [...(reminder ?? "").matchAll(/^- ([^:\n]+(?::[^ \n]+)?)(?:: |$)/gm)].map(([, name = ""]) => name);

async function openSession(tree: Readonly<Record<string, MemoryNode>>, options = {}) {
  const world = await openTestEngine(tree, options);
  return { ...world, session: world.engine.session() };
}

describe("listing", () => {
  it("leaves out what the model may not call: waiting, user-only, denied, switched off, shadowed", async () => {
    const { session } = await openSession(
      {
        plain: skill(""),
        react: REACT,
        mine: skill("disable-model-invocation: true"),
        bg: skill("user-invocable: false"),
        denied: skill(""),
        off: skill(""),
        brief: skill(""),
        hidden: skill(""),
        "/home/ada/.claude/skills/plain/SKILL.md": skill("", "The user's."),
      },
      {
        settings: {
          permissions: { deny: ["Skill(denied)"] },
          skills: { overrides: { off: "off", brief: "name-only", hidden: "user-only" } },
        },
      },
    );
    expect(session.listing()).toMatchInlineSnapshot(`
      "<system-reminder>
      The following skills are available for use with the Skill tool:

      - bg: A skill.
      - brief
      - plain: A skill.
      </system-reminder>"
    `);
    expect(session.listing()).toBeUndefined();
  });

  it("is sent once more after a compaction, and only what is new after that", async () => {
    const { session, engine, files } = await openSession({ a: skill(""), b: skill("") });
    session.listing();
    session.reset("compacted");
    expect(namesIn(session.listing())).toEqual(["a", "b"]);
    files.write("/proj/.claude/skills/c/SKILL.md", skill(""));
    await engine.reload();
    expect(namesIn(session.listing())).toEqual(["c"]);
  });

  it("takes its budget from the window, logs a cut, and has one diagnostic for it", async () => {
    const tree = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`skill-${index}`, skill("")]));
    const { engine, log } = await openTestEngine(tree);
    const session = engine.session({ contextWindow: 25_000 });
    const reminder = session.listing() ?? "";
    expect(reminder.length).toBeLessThanOrEqual(1000);
    expect(log.filter((line) => line.startsWith("skill: listing cut"))).toHaveLength(1);
    expect(session.diagnostics()).toMatchObject([{ code: "listing-cut", severity: "warning", path: "/proj" }]);
    expect(engine.session({ contextWindow: 1_000_000 }).diagnostics()).toEqual([]);
  });
});

describe("touched files", () => {
  it("activate once, in a reminder of their own that the next listing does not repeat", async () => {
    const { session, log } = await openSession({ plain: skill(""), react: REACT, go: GO });
    session.listing();
    const first = await session.touched(["src/a.tsx"], "read");
    expect(first.activated.map(({ name }) => name)).toEqual(["react"]);
    expect(first.reminder).toMatchInlineSnapshot(`
      "<system-reminder>
      The following skills are now also available for use with the Skill tool:

      - react: A skill.
      </system-reminder>"
    `);
    expect(await session.touched(["src/b.tsx", "/proj/src/c.tsx"], "edit")).toEqual({ discovered: [], activated: [] });
    expect(session.listing()).toBeUndefined();
    expect(log.filter((line) => line.includes("conditional skill activated"))).toEqual([
      "skill: conditional skill activated name=react paths=[src/**/*.tsx] trigger_files=[src/a.tsx]",
    ]);
    expect(log).toContain("skill: conditional activation complete activated=[react]");
  });

  it("are matched by both of their ends", async () => {
    const { session } = await openSession({
      react: REACT,
      go: GO,
      "/proj/link.tsx": { link: "/proj/src/real.tsx" },
      "/proj/src/real.tsx": "",
      "/elsewhere/x.go": "",
      "/proj/x.go": { link: "/elsewhere/x.go" },
    });
    expect((await session.touched(["link.tsx"], "read")).activated.map(({ name }) => name)).toEqual(["react"]);
    expect((await session.touched(["x.go"], "read")).activated.map(({ name }) => name)).toEqual(["go"]);
  });

  it.each([
    ["../x.go"],
    ["/elsewhere/src/a.tsx"],
    ["/proj-old/x.go"],
    ["."],
    [""],
    ["\0"],
    ["src/\0.tsx\n"],
    ["~/x.go"],
  ])("%j outside or odd activates nothing and costs nothing", async (path) => {
    const { session } = await openSession({ react: skill("paths: 'src/**/*.jsx'"), go: GO });
    const { activated } = await session.touched([path], "read");
    expect(activated.map(({ name }) => name)).toEqual(path === "~/x.go" ? ["go"] : []);
  });

  it("bring nested skills in before they are matched, deepest first, as variants of an owner", async () => {
    const { session } = await openSession({
      style: skill("", "The project's."),
      "/proj/packages/web/.claude/skills/style/SKILL.md": skill("", "The web's."),
      "/proj/packages/.claude/skills/late/SKILL.md": skill("paths: 'packages/**/*.css'"),
      "/proj/packages/web/a.css": "",
    });
    session.listing();
    const { discovered, activated, reminder } = await session.touched(["packages/web/a.css"], "read");
    expect(discovered.map(({ callName }) => callName)).toEqual(["packages/web:style", "late"]);
    expect(activated.map(({ callName }) => callName)).toEqual(["late"]);
    expect(namesIn(reminder)).toEqual(["packages/web:style", "late"]);
    expect(session.listing()).toBeUndefined();
    expect(textOf(await session.invoke({ name: "style", by: "user" }))).toMatchInlineSnapshot(`
      "The project's.

      Other skills of this name, for parts of the project:
      - packages/web:style"
    `);
    expect(textOf(await session.invoke({ name: "packages/web:style", by: "model" }))).toBe("The web's.");
  });

  it("in parallel find a root once and announce a skill once", async () => {
    const { session, log } = await openSession({
      react: REACT,
      "/proj/web/.claude/skills/style/SKILL.md": skill(""),
      "/proj/web/a.css": "",
    });
    const paths = ["web/a.css", "src/a.tsx", "web/b.css", "src/b.tsx"];
    const results = await Promise.all(paths.map((path) => session.touched([path], "read")));
    expect(results.flatMap(({ reminder }) => namesIn(reminder)).sort()).toEqual(["react", "style"]);
    expect(log.filter((line) => line.includes("name=style"))).toHaveLength(1);
  });

  it("wake a shadowed skill for calls by its qualified name without a word", async () => {
    const { session, log } = await openSession({
      style: skill(""),
      "/home/ada/.claude/skills/style/SKILL.md": skill("paths: '*.css'", "The user's."),
    });
    expect(await session.invoke({ name: "user:style", by: "user" })).toMatchObject({ code: "waiting" });
    expect(await session.touched(["a.css"], "read")).toEqual({ discovered: [], activated: [] });
    expect(textOf(await session.invoke({ name: "user:style", by: "user" }))).toBe("The user's.");
    expect(log.join()).not.toContain("activated");
  });

  it("never reject, whatever the file system does", async () => {
    const broken = { isIgnored: () => Promise.reject(new Error("no git")) };
    const { session, log } = await openSession(
      { "/proj/web/.claude/skills/style/SKILL.md": skill("") },
      { ports: { ignoreChecker: broken } },
    );
    expect(await session.touched(["web/a.css"], "read")).toEqual({ discovered: [], activated: [] });
    expect(log.join()).toContain('touched files could not be looked at error="no git"');
  });
});

describe("names", () => {
  it("are completed for the user: names first, then aliases, then words inside", async () => {
    const { session } = await openSession({
      review: skill(""),
      "code-review": skill(""),
      audit: skill("aliases: [revise]"),
      rework: skill("user-invocable: false"),
      revue: skill("paths: '*.x'"),
      rev2: skill("disable-model-invocation: true"),
    });
    const complete = (prefix: string) => session.complete(prefix).map(({ name }) => name);
    expect(complete("rev")).toEqual(["rev2", "review", "audit", "code-review"]);
    expect(complete("/REV")).toEqual(["rev2", "review", "audit", "code-review"]);
    expect(complete("nothing")).toEqual([]);
    expect(complete("")).toHaveLength(4);
  });

  it("find a skill with its state", async () => {
    const { session } = await openSession({ greet: skill("aliases: [hi]"), react: REACT });
    expect(session.find("/hi")).toMatchObject({ skill: { name: "greet" }, state: "active" });
    expect(session.find("react")?.state).toBe("waiting");
    await session.touched(["src/a.tsx"], "write");
    expect(session.find("react")?.state).toBe("active");
    expect(session.list().map(({ skill: { name }, state }) => `${name} ${state}`)).toEqual([
      "greet active",
      "react active",
    ]);
    expect(session.find("nobody")).toBeUndefined();
  });
});

describe("state", () => {
  async function openUsed() {
    const world = await openSession({
      fork: skill("context: fork"),
      react: REACT,
      "/proj/web/.claude/skills/style/SKILL.md": skill("paths: 'web/*.css'"),
      "/proj/web/a.css": "",
    });
    const { session } = world;
    session.listing();
    await session.touched(["src/a.tsx", "web/a.css"], "read");
    const outcome = await session.invoke({ name: "fork", by: "model" });
    if (outcome.kind === "ask") await outcome.approve(outcome.rules[0]);
    return world;
  }
  const stateOf = (session: SkillSession) => session.list().map(({ skill: { name }, state }) => `${name} ${state}`);

  it("is taken back by clear: listing, activation, nested roots and grants", async () => {
    const { session } = await openUsed();
    session.reset("clear");
    expect(stateOf(session)).toEqual(["fork active", "react waiting"]);
    expect(namesIn(session.listing())).toEqual(["fork"]);
    expect((await session.invoke({ name: "fork", by: "model" })).kind).toBe("ask");
    expect((await session.touched(["web/a.css"], "read")).activated.map(({ name }) => name)).toEqual(["style"]);
  });

  it("is kept by a compaction, but for the listing", async () => {
    const { session } = await openUsed();
    session.reset("compacted");
    expect(namesIn(session.listing())).toEqual(["fork", "react", "style"]);
    expect((await session.invoke({ name: "fork", by: "model" })).kind).toBe("fork");
  });

  it("is the same in a session that was restored from it, which repeats nothing", async () => {
    const { session, engine } = await openUsed();
    const saved = JSON.parse(JSON.stringify(session.save()));
    const restored = engine.session({ state: saved });
    expect(restored.listing()).toBeUndefined();
    await restored.ready();
    expect(restored.listing()).toBeUndefined();
    expect(stateOf(restored)).toEqual(stateOf(session));
    expect((await restored.invoke({ name: "fork", by: "model" })).kind).toBe("fork");
    expect(restored.save()).toEqual(saved);
  });

  it("tells after a restart what has gone in between, and takes no directory for a root because it was saved", async () => {
    const { session, engine, files } = await openUsed();
    const saved = {
      ...session.save(),
      nestedRoots: [...session.save().nestedRoots, "/elsewhere/.claude/skills", "/proj/src"],
    };
    files.write("/elsewhere/.claude/skills/evil/SKILL.md", skill(""));
    files.write("/proj/src/evil/SKILL.md", skill(""));
    files.remove("/proj/web/.claude");
    await engine.reload();
    const restored = engine.session({ state: saved });
    await restored.ready();
    expect(restored.listing()).toMatchInlineSnapshot(`
      "<system-reminder>
      The following skills are no longer available:

      - style
      </system-reminder>"
    `);
    expect(stateOf(restored)).toEqual(["fork active", "react active"]);
  });

  it("survives a reload: activations stay, edits and removals are told", async () => {
    const { session, engine, files } = await openUsed();
    files.write("/proj/.claude/skills/react/SKILL.md", "---\ndescription: Better.\npaths: 'src/**'\n---\nx\n");
    files.remove("/proj/.claude/skills/fork");
    files.write("/proj/web/.claude/skills/more/SKILL.md", skill(""));
    await engine.reload();
    expect(stateOf(session)).toEqual(["react active", "more active", "style active"]);
    expect(session.listing()).toMatchInlineSnapshot(`
      "<system-reminder>
      The following skills are now also available for use with the Skill tool:

      - react: Better.
      - more: A skill.

      The following skills are no longer available:

      - fork
      </system-reminder>"
    `);
    expect(session.listing()).toBeUndefined();
  });
});
