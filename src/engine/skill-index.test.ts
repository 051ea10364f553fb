/** What a skill index may and may not do: spare the reading of unchanged files, and change nothing else. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createMemoryFileSystem,
  type MemoryFileSystem,
  type MemoryNode,
} from "../../test/support/memory-file-system.ts";
import { createEngine, type FileStamp, type IndexCache, type SkillEngine } from "./index.ts";

const FOLDER = "/proj/.claude/skills";
const text = (name: string, more = "") => `---\ndescription: Does ${name}.\n${more}---\n\nDo it.\n`;

interface World {
  readonly files: MemoryFileSystem;
  /** By path; a file without one is not stamped. */
  readonly stamps: Map<string, FileStamp>;
  readonly saved: Map<string, string>;
  open(options?: { readonly isCold?: boolean }): Promise<SkillEngine>;
  /** Paths of skill files that were opened since the last call. */
  read(): readonly string[];
}

/** Twenty skills, stamped by hand. */
function createWorld(changes: Readonly<Record<string, MemoryNode>> = {}, cache?: IndexCache): World {
  const names = Array.from({ length: 20 }, (_, index) => `skill-${String(index).padStart(2, "0")}`);
  const tree = Object.fromEntries(names.map((name) => [`${FOLDER}/${name}/SKILL.md`, text(name)]));
  const files = createMemoryFileSystem({ tree: { ...tree, ...changes } });
  const stamps = new Map(
    Object.keys({ ...tree, ...changes }).map((path) => [path, { identity: "1", isSettled: true }]),
  );
  const saved = new Map<string, string>();
  const memory: IndexCache = {
    load: async (key) => saved.get(key),
    async save(key, index) {
      saved.set(key, index);
    },
  };
  let seen = 0;
  return {
    files,
    stamps,
    saved,
    open: ({ isCold = false } = {}) =>
      createEngine(
        { cwd: "/proj", trusted: true },
        {
          fileSystem: { ...files, stampOf: async (directory, name) => stamps.get(`${directory}/${name}`) },
          shell: { run: () => Promise.reject(new Error("no shell")) },
          newId: () => "id",
          bundled: [],
          ...(!isCold && { indexCache: cache ?? memory }),
        },
      ),
    read() {
      const calls = files.calls.slice(seen).filter((call) => call.startsWith(`readFile ${FOLDER}`));
      seen = files.calls.length;
      return calls.map((call) => call.slice("readFile ".length));
    },
  };
}

/** Opens and closes, and says all that the engine knows. */
async function load(world: World, options?: { readonly isCold?: boolean }) {
  const engine = await world.open(options);
  const known = { skills: engine.list(), diagnostics: engine.diagnostics };
  await engine.close();
  return known;
}

const path = (name: string) => `${FOLDER}/${name}/SKILL.md`;

describe("an index of skills", () => {
  it("spares every file that is unchanged, and gives the same skills in the same words", async () => {
    const world = createWorld({
      [path("broken")]: "---\ndescription: [\n---\n",
      [path("loud")]: text(
        "loud",
        "nmae: x\nhooks: {Stop: [{hooks: [{command: ls}]}]}\nmetadata: {a: [1, {b: null}]}\n",
      ),
      [path("full")]: text("full", "allowed-tools: Read\npaths: ['*.ts']\neffort: 5\narguments: [a]\nmodel: x\n"),
      [path("shell")]: "No front matter\n\n!`ls`\n",
    });
    const first = await load(world);
    expect(world.read()).toHaveLength(24);
    const second = await load(world);
    expect(world.read()).toEqual([]);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(second).toEqual(await load(world, { isCold: true }));
  });

  it("reads a file again whose stamp is another one, and only that", async () => {
    const world = createWorld();
    await load(world);
    world.read();
    world.files.write(path("skill-07"), text("something else"));
    world.stamps.set(path("skill-07"), { identity: "2", isSettled: true });
    const { skills } = await load(world);
    expect(world.read()).toEqual([path("skill-07")]);
    expect(skills[7]?.skill.description).toBe("Does something else.");
    await load(world);
    expect(world.read()).toEqual([]);
  });

  it("does not believe a stamp that is not settled, neither when it saves nor when it looks up", async () => {
    const world = createWorld();
    world.stamps.set(path("skill-03"), { identity: "1", isSettled: false });
    await load(world);
    world.read();
    await load(world);
    expect(world.read()).toEqual([path("skill-03")]);
    world.stamps.set(path("skill-03"), { identity: "1", isSettled: true });
    await load(world);
    world.read();
    world.stamps.set(path("skill-03"), { identity: "1", isSettled: false });
    await load(world);
    expect(world.read()).toEqual([path("skill-03")]);
  });

  it("forgets files that have gone, and knows those that have come", async () => {
    const world = createWorld();
    await load(world);
    world.files.remove(`${FOLDER}/skill-00`);
    world.stamps.delete(path("skill-00"));
    world.files.write(path("newcomer"), text("newcomer"));
    world.stamps.set(path("newcomer"), { identity: "9", isSettled: true });
    await load(world);
    const [index] = [...world.saved.values()];
    expect(index).toContain("newcomer");
    expect(index).not.toContain("skill-00");
  });

  it("does not keep what a text cannot hold", async () => {
    const world = createWorld({ [path("odd")]: text("odd", "extra-number: .nan\nother: -.inf\nzero: -0.0\n") });
    const first = await load(world);
    world.read();
    expect(await load(world)).toEqual(first);
    expect(world.read()).toEqual([path("odd")]);
  });

  it("keeps a file that is unreadable now out of the skills", async () => {
    const world = createWorld();
    await load(world);
    world.files.write(path("skill-05"), { error: "EACCES", kind: "file" });
    world.stamps.set(path("skill-05"), { identity: "changed with the permissions", isSettled: true });
    const { skills, diagnostics } = await load(world);
    expect(skills).toHaveLength(19);
    expect(diagnostics).toMatchObject([{ code: "unreadable-file", path: path("skill-05") }]);
    expect(await load(world)).toEqual(await load(world, { isCold: true }));
  });

  it("keeps no body", async () => {
    const world = createWorld({ [path("long")]: `${text("long")}\nA secret of the body.\n` });
    await load(world);
    expect([...world.saved.values()].join()).not.toMatch(/secret of the body|Do it/);
  });

  it("works with a cache that fails, and says so in the log only", async () => {
    const failing: IndexCache = {
      load: () => Promise.reject(new Error("disk on fire")),
      save: () => Promise.reject(new Error("disk on fire")),
    };
    const world = createWorld({}, failing);
    expect(await load(world)).toEqual(await load(world, { isCold: true }));
  });

  it("gives trust, names and places as they are now, never as they were", async () => {
    const world = createWorld();
    await load(world);
    const [[key, index] = ["", ""]] = [...world.saved];
    world.saved.set(key, index.replaceAll('"description"', '"trusted":true,"description"'));
    expect(await load(world)).toEqual(await load(world, { isCold: true }));
  });
});

describe("a wrong index", () => {
  const damages = fc.oneof(
    fc.record({ kind: fc.constant("cut" as const), at: fc.nat() }),
    fc.record({ kind: fc.constant("value" as const), at: fc.nat(), value: fc.jsonValue() }),
    fc.record({ kind: fc.constant("all" as const), value: fc.oneof(fc.string(), fc.json()) }),
  );

  it("changes nothing, whatever is cut off it or put in the place of its values", async () => {
    const loud = text("loud", "user-invocable: perhaps\nallowed-tools: Read\neffort: high\n");
    const world = createWorld({ [path("loud")]: loud, [path("broken")]: "---\ndescription: [\n---\n" });
    const cold = await load(world, { isCold: true });
    await load(world);
    const [[key, index] = ["", ""]] = [...world.saved];
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        world.saved.set(key, damageText(index, damage));
        expect(await load(world)).toEqual(cold);
      }),
      { numRuns: 150 },
    );
  });
});

type Damage =
  | { readonly kind: "cut"; readonly at: number }
  | { readonly kind: "value"; readonly at: number; readonly value: unknown }
  | { readonly kind: "all"; readonly value: string };

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Values of another type that a reading could have given, so that they are no damage: 0 for no other fields, and a number as effort. */
function isPossible({ holder, key }: Place, value: unknown): boolean {
  return Array.isArray(holder) ? key === "5" && value === 0 : key === "effort" && typeof value === "number";
}

/** A value is replaced only by one of another type: that a description says something else is nothing that can be seen. */
function damageText(index: string, damage: Damage): string {
  switch (damage.kind) {
    case "cut":
      return index.slice(0, damage.at % index.length);
    case "all":
      return damage.value;
    case "value": {
      const places: Place[] = [];
      const collect = (holder: unknown): void => {
        if (typeof holder !== "object" || holder === null) return;
        for (const key of Object.keys(holder)) {
          places.push({ holder: holder as Record<string, unknown>, key });
          collect((holder as Record<string, unknown>)[key]);
        }
      };
      const whole: unknown = JSON.parse(index);
      collect(whole);
      const place = places[damage.at % places.length];
      if (place === undefined) return index;
      const before = place.holder[place.key];
      const isAlike = typeof before === typeof damage.value && Array.isArray(before) === Array.isArray(damage.value);
      if (!isAlike && !isPossible(place, damage.value)) place.holder[place.key] = damage.value;
      return JSON.stringify(whole);
    }
    default:
      return damage satisfies never;
  }
}
