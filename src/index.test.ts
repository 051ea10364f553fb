/** What the package's main entry promises embedders: every way in can be theirs, and nothing happens behind their back. */
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { createMemoryFileSystem } from "../test/support/memory-file-system.ts";
import { createReloadStage } from "../test/support/reload-stage.ts";
import {
  type CustomSource,
  createIndexCache,
  createNodeFileSystem,
  type FileSystem,
  type InMemorySkill,
  type OpenSkillsOptions,
  type Outcome,
  openSkills,
  type SessionState,
  type SkillEngine,
} from "./index.ts";

const skill = (description: string, more = "", body = "Do it: $ARGUMENTS") =>
  `---\ndescription: ${description}\n${more}---\n${body}\n`;

const FILES = {
  "/proj/.git": { kind: "directory" },
  "/proj/.claude/skills/greet/SKILL.md": skill("Greets"),
  "/proj/.claude/skills/react/SKILL.md": skill("Helps with components", "paths: src/**/*.tsx\n"),
  "/proj/web/.claude/skills/ship/SKILL.md": skill("Ships the web"),
  "/proj/src/a.tsx": "export {};\n",
} as const;

let opened: SkillEngine[] = [];
afterEach(async () => {
  for (const engine of opened) await engine.close();
  opened = [];
});

/** Opens the skills of a project in memory. */
async function open(options: OpenSkillsOptions = {}): Promise<SkillEngine> {
  const engine = await openSkills({
    cwd: "/proj",
    home: "",
    settings: { skills: { bundled: false, filesFromShell: true } },
    fileSystem: createMemoryFileSystem({ tree: FILES }),
    ignoreChecker: { isIgnored: async () => false },
    ...options,
  });
  opened.push(engine);
  return engine;
}

const names = (engine: SkillEngine) => engine.list().map((entry) => entry.skill.callName);

/** A table of skills that a test edits. */
function createTable(...rows: readonly InMemorySkill[]) {
  const table = { rows, fails: false, loads: 0, changed: () => {}, isWatched: false };
  const source: CustomSource = {
    name: "table",
    async load() {
      table.loads += 1;
      if (table.fails) throw new Error("connection lost");
      return table.rows;
    },
    watch(onChange) {
      table.changed = onChange;
      table.isWatched = true;
      return () => {
        table.isWatched = false;
      };
    },
  };
  return { table, source };
}

describe("skills from elsewhere than files", () => {
  it("are listed, wake by files and are called like others", async () => {
    const { source } = createTable(
      { name: "invoice", text: skill("Writes an invoice", "", "Invoice for $0.") },
      { name: "styles", text: skill("Knows the styles", "paths: '**/*.css'\n") },
    );
    const engine = await open({ sources: [source] });
    const session = engine.session();
    expect(session.listing()).toContain("- invoice: Writes an invoice");
    expect(session.find("styles")?.state).toBe("waiting");
    expect((await session.touched(["src/a.css"], "read")).reminder).toContain("- styles: Knows the styles");
    const outcome = await session.invoke({ name: "invoice", args: "ACME", by: "model" });
    expect(outcome.kind === "inline" && outcome.text).toContain("Invoice for ACME.");
    expect(engine.find("invoice")?.skill).toMatchObject({ source: "custom", path: "custom:invoice/SKILL.md" });
  });

  it("are loaded again by a reload, with their texts, and sessions are told the difference", async () => {
    const { table, source } = createTable(
      { name: "one", text: skill("First") },
      { name: "two", text: skill("Second") },
    );
    const engine = await open({ sources: [source] });
    const session = engine.session();
    session.listing();
    table.rows = [{ name: "one", text: skill("Changed", "", "New words.") }];
    await engine.reload();
    const news = session.listing() ?? "";
    expect(news).toContain("- one: Changed");
    expect(news).toContain("two");
    const outcome = await session.invoke({ name: "one", by: "user" });
    expect(outcome.kind === "inline" && outcome.text).toContain("New words.");
  });

  it("stay as they were while the source fails, with a diagnostic that says so", async () => {
    const { table, source } = createTable({ name: "one", text: skill("First") });
    const engine = await open({ sources: [source] });
    table.fails = true;
    await engine.reload();
    expect(names(engine)).toContain("one");
    expect(engine.diagnostics).toMatchObject([
      { code: "unreadable-source", severity: "error", message: expect.stringContaining("connection lost") },
    ]);
    expect((await engine.session().invoke({ name: "one", by: "user" })).kind).toBe("inline");
    table.fails = false;
    await engine.reload();
    expect(engine.diagnostics).toEqual([]);
  });

  it("that cannot be loaded at opening cost only themselves", async () => {
    const { table, source } = createTable({ name: "one", text: skill("First") });
    table.fails = true;
    const engine = await open({ sources: [source], skills: [{ name: "given", text: skill("Given") }] });
    expect(names(engine).sort()).toEqual(["given", "greet", "react"]);
    expect(engine.diagnostics).toMatchObject([{ message: expect.stringContaining("none of its skills are there") }]);
  });

  it("are watched with the files, until the engine is closed", async () => {
    const { table, source } = createTable({ name: "one", text: skill("First") });
    const stage = createReloadStage();
    const engine = await open({ sources: [source], ...stage.ports });
    expect(table.isWatched).toBe(false);
    await engine.watch();
    const reloaded = new Promise<void>((resolve) => engine.onChanged(resolve));
    table.rows = [{ name: "two", text: skill("Second") }];
    table.changed();
    stage.ring();
    await reloaded;
    expect(names(engine)).toContain("two");
    await engine.close();
    expect(table.isWatched).toBe(false);
    table.changed();
    expect(table.loads).toBe(2);
  });

  it("come in the order of the sources, and the first of a name stays", async () => {
    const [first, second] = [
      createTable({ name: "x", text: skill("A") }),
      createTable({ name: "x", text: skill("B") }),
    ];
    const engine = await open({ sources: [first.source, second.source] });
    expect(engine.find("x")?.skill.description).toBe("A");
    expect(engine.diagnostics).toMatchObject([{ code: "already-loaded" }]);
  });
});

describe("a file system of the embedder's own", () => {
  it("is the only one that is asked", async () => {
    const fileSystem = createMemoryFileSystem({ tree: FILES });
    const engine = await open({ fileSystem });
    const session = engine.session();
    await session.touched(["src/a.tsx", "web/index.ts"], "read");
    expect(session.list().map((entry) => entry.skill.callName)).toEqual(
      expect.arrayContaining(["greet", "react", "ship"]),
    );
    const outcome = await session.invoke({ name: "greet", args: "Ada", by: "user" });
    expect(outcome.kind === "inline" && outcome.text).toContain("Do it: Ada");
    expect(fileSystem.calls.length).toBeGreaterThan(10);
  });
});

describe("several agents on one engine", () => {
  it("are each told of everything once, and wake skills for themselves alone", async () => {
    const engine = await open();
    const [one, other] = [engine.session({ agentId: "one" }), engine.session({ agentId: "other" })];
    expect(one.listing()).toContain("- greet");
    expect(one.listing()).toBeUndefined();
    expect(other.listing()).toContain("- greet");
    expect((await one.touched(["src/a.tsx"], "read")).reminder).toContain("- react");
    expect([one.find("react")?.state, other.find("react")?.state]).toEqual(["active", "waiting"]);
    expect(other.listing()).toBeUndefined();
    one.reset("clear");
    expect(one.listing()).toContain("- greet");
    expect(other.listing()).toBeUndefined();
  });
});

describe("a saved session", () => {
  it("goes on in another process from JSON: nothing is told twice, what was awake stays awake", async () => {
    const session = (await open()).session({ sessionId: "s" });
    session.listing();
    await session.touched(["src/a.tsx", "web/x.ts"], "edit");
    const saved: SessionState = JSON.parse(JSON.stringify(session.save()));
    const restored = (await open()).session({ sessionId: "s", state: saved });
    await restored.ready();
    expect(restored.listing()).toBeUndefined();
    expect(restored.find("react")?.state).toBe("active");
    expect(restored.list()).toEqual(session.list());
    expect(restored.save()).toEqual(session.save());
  });
});

describe("every call that takes time ends with a signal", () => {
  /** Answers until it is told to hang; then nothing comes any more. */
  function createHangingDisk() {
    const memory = createMemoryFileSystem({ tree: FILES });
    const state = { hangs: false, asked: () => {} };
    const gate = <Result>(call: () => Promise<Result>): Promise<Result> => {
      if (!state.hangs) return call();
      state.asked();
      return new Promise(() => {});
    };
    const fileSystem: FileSystem = {
      readFile: (path, options) => gate(() => memory.readFile(path, options)),
      readDirectory: (path) => gate(() => memory.readDirectory(path)),
      realPath: (path) => gate(() => memory.realPath(path)),
      stat: (path) => gate(() => memory.stat(path)),
    };
    return { fileSystem, state };
  }

  type Call = (engine: SkillEngine, signal: AbortSignal) => Promise<unknown>;
  const CALLS: Readonly<Record<string, Call>> = {
    reload: (engine, signal) => engine.reload({ signal }),
    explain: (engine, signal) => engine.explain("src/a.tsx", { signal }),
    preview: (engine, signal) => engine.preview((engine.list()[0] ?? expect.fail()).skill, { signal }),
    "session.touched": (engine, signal) => engine.session().touched(["web/x.ts"], "read", { signal }),
    "session.filesNamedIn": (engine, signal) => engine.session().filesNamedIn("src/a.tsx:1: wrong", { signal }),
    "session.invoke": (engine, signal) => engine.session().invoke({ name: "greet", by: "user", signal }),
    "session.ready": (engine, signal) => {
      const state = { ...engine.session().save(), nestedRoots: ["/proj/web/.claude/skills"] };
      return engine.session({ state }).ready({ signal });
    },
    "session.search": (engine, signal) => {
      const session = engine.session();
      void session.touched(["web/x.ts"], "read");
      return session.search("greet", 5, { signal });
    },
  };

  it.each(Object.entries(CALLS))("%s, while the disk hangs", async (_, call) => {
    const { fileSystem, state } = createHangingDisk();
    const engine = await openSkills({
      cwd: "/proj",
      home: "",
      settings: { skills: { bundled: false, filesFromShell: true } },
      fileSystem,
      ignoreChecker: { isIgnored: async () => false },
    });
    const before = engine.list();
    const abort = new AbortController();
    const asked = new Promise<void>((resolve) => {
      state.asked = resolve;
    });
    state.hangs = true;
    const calling = call(engine, abort.signal);
    const outcome = calling.then(
      () => "done",
      (error: unknown) => error,
    );
    await asked;
    const reason = new Error("enough");
    abort.abort(reason);
    expect(await outcome).toBe(reason);
    expect(engine.list()).toEqual(before);
    // What comes too late is not begun.
    const seen: string[] = [];
    state.asked = () => seen.push("asked");
    await expect(call(engine, abort.signal)).rejects.toBe(reason);
  });

  it("opening", async () => {
    const { fileSystem, state } = createHangingDisk();
    state.hangs = true;
    const abort = new AbortController();
    const opening = openSkills({ cwd: "/proj", home: "", fileSystem, signal: abort.signal });
    abort.abort(new Error("enough"));
    await expect(opening).rejects.toThrow("enough");
    await expect(openSkills({ cwd: "/proj", home: "", fileSystem, signal: abort.signal })).rejects.toThrow("enough");
  });

  it("opening, while a source hangs that does not know the signal", async () => {
    const abort = new AbortController();
    const load = vi.fn<CustomSource["load"]>(() => new Promise(() => {}));
    const opening = open({ signal: abort.signal, sources: [{ name: "slow", load }] });
    abort.abort(new Error("enough"));
    await expect(opening).rejects.toThrow("enough");
    expect(load.mock.calls).toEqual([[{ signal: abort.signal }]]);
  });

  it("watching, while the watcher hangs", async () => {
    const abort = new AbortController();
    const engine = await openSkills({
      cwd: "/proj",
      home: "",
      fileSystem: createMemoryFileSystem({ tree: FILES }),
      watcher: { watch: () => new Promise(() => {}) },
    });
    const watching = engine.watch({ signal: abort.signal });
    abort.abort(new Error("enough"));
    await expect(watching).rejects.toThrow("enough");
  });

  it("and a touch that was aborted loses nothing: the next listing tells it", async () => {
    const abort = new AbortController();
    const memory = createMemoryFileSystem({ tree: FILES });
    const engine = await open({
      fileSystem: memory,
      ignoreChecker: {
        async isIgnored() {
          abort.abort(new Error("enough"));
          return false;
        },
      },
    });
    const session = engine.session();
    session.listing();
    await expect(session.touched(["web/x.ts", "src/a.tsx"], "read", { signal: abort.signal })).rejects.toThrow(
      "enough",
    );
    await session.ready();
    const news = session.listing() ?? "";
    expect(news).toContain("react");
    expect(news).toContain("ship");
  });

  it("and an aborted reload leaves the index of the disk alone", async () => {
    const saved: string[] = [];
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`/proj/.claude/skills/s${index}/SKILL.md`, skill(`Skill ${index}`)]),
    );
    const memory = createMemoryFileSystem({ tree: many });
    let abort: AbortController | undefined;
    const engine = await open({
      fileSystem: {
        ...memory,
        stampOf: async (directory) => ({ identity: directory, isSettled: !directory.endsWith("s3") }),
        readFile(path, options) {
          abort?.abort(new Error("enough"));
          return memory.readFile(path, options);
        },
      },
      indexCache: {
        load: async () => saved.at(-1),
        async save(_, text) {
          saved.push(text);
        },
      },
    });
    abort = new AbortController();
    await expect(engine.reload({ signal: abort.signal })).rejects.toThrow("enough");
    expect(names(engine)).toHaveLength(20);
    await engine.close();
    expect(saved).toHaveLength(1);
    expect(saved[0]?.split("/SKILL.md")).toHaveLength(20);
  });
});

it("what the engine answers is typed: each kind of an outcome has fields of its own", () => {
  expectTypeOf<Outcome["kind"]>().toEqualTypeOf<"inline" | "fork" | "ask" | "refused">();
  expectTypeOf<Extract<Outcome, { kind: "inline" }>["text"]>().toEqualTypeOf<string>();
  expectTypeOf<Extract<Outcome, { kind: "fork" }>["prompt"]>().toEqualTypeOf<string>();
  expectTypeOf<Extract<Outcome, { kind: "refused" }>["message"]>().toEqualTypeOf<string>();
  expectTypeOf<Parameters<SkillEngine["onChanged"]>[0]>().toEqualTypeOf<() => void>();
});

describe("nothing happens behind the embedder's back", () => {
  let scratch: string;
  beforeEach(() => {
    scratch = realpathSync(mkdtempSync(join(tmpdir(), "skillful-entry-")));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("nothing is printed, whatever is wrong", async () => {
    const printed = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write"));
    const logged = (["log", "info", "warn", "error", "debug"] as const).map((name) => vi.spyOn(console, name));
    const fileSystem = createMemoryFileSystem({
      tree: { ...FILES, "/proj/.claude/skills/broken/SKILL.md": "---\nname: [\n---\n" },
    });
    const engine = await open({ fileSystem, sources: [{ name: "gone", load: () => Promise.reject(new Error("x")) }] });
    engine.onChanged(() => {
      throw new Error("a listener that fails");
    });
    await engine.reload();
    const session = engine.session();
    session.listing();
    await session.touched(["\0", "web/x.ts"], "read");
    await session.invoke({ name: "nobody", by: "model" });
    expect(engine.diagnostics.length).toBeGreaterThan(0);
    expect([...printed, ...logged].flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  it("nothing is written to the disk but what a port was given for", async () => {
    const engine = await openSkills({ cwd: scratch, home: join(scratch, "home") });
    await engine.session().touched(["a.ts"], "write");
    await engine.reload();
    await engine.close();
    expect(readdirSync(scratch)).toEqual([]);
    const cached = await openSkills({
      cwd: scratch,
      home: "",
      fileSystem: createNodeFileSystem(),
      indexCache: createIndexCache({ directory: join(scratch, "cache") }),
    });
    await cached.close();
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("engines know nothing of each other", async () => {
    const [one, other] = [await open({ skills: [{ name: "mine", text: skill("Mine") }] }), await open()];
    expect([one.find("mine")?.skill.name, other.find("mine")]).toEqual(["mine", undefined]);
    await one.close();
    expect(() => one.session()).toThrow("closed");
    expect(other.session().listing()).toContain("- greet");
    const globals = new Set(Reflect.ownKeys(globalThis));
    await open();
    expect(Reflect.ownKeys(globalThis).filter((key) => !globals.has(key))).toEqual([]);
  });
});
