/** A warm start on a real disk: whatever happened to the files and to the cache, it finds what a cold one finds. */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIndexCache, createNodeFileSystem, type FileSystem, openSkills, type SkillEngine } from "./index.ts";

/** Milliseconds by which files look older than they are: they are taken for settled, and so may be remembered. */
const LATER = 60_000;
/** Seconds; a whole number of them, which can be set again exactly. */
const LONG_AGO = 1_000_000_000;
/** Enough that an index is worth it. */
const SKILLS = 18;

let scratch: string;
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "skillful-warm-")));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

interface Place {
  readonly top: string;
  /** The directories of the project's skills and of the person's. */
  readonly skills: string;
  readonly own: string;
  readonly cache: string;
}

function createPlace(name: string): Place {
  const top = join(scratch, name);
  const skills = join(top, "project/.claude/skills");
  const place = { top, skills, own: join(top, "home/.claude/skills"), cache: join(top, "cache") };
  mkdirSync(join(top, "project/.git"), { recursive: true });
  for (let index = 0; index < SKILLS; index += 1) {
    writeSkill(place, index, textOf(index));
    writeSkill({ skills: place.own }, index, textOf(index, "when_to_use: at home\n"));
  }
  mkdirSync(join(top, "project/.claude/commands"));
  writeFileSync(join(top, "project/.claude/commands/command.md"), "A command\n");
  return place;
}

/** Every third below a grouping folder. */
const folderOf = ({ skills }: Pick<Place, "skills">, index: number) =>
  join(skills, index % 3 === 0 ? "group" : "", `skill-${index}`);
const fileOf = (place: Pick<Place, "skills">, index: number) => join(folderOf(place, index), "SKILL.md");
const textOf = (index: number, more = "") =>
  `---\ndescription: Does ${String(index).padStart(4, "0")}.\n${more}---\nDo it.\n`;

function writeSkill(place: Pick<Place, "skills">, index: number, text: string): void {
  const file = fileOf(place, index);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, LONG_AGO, LONG_AGO);
}

interface OpenOptions {
  readonly isCold?: boolean;
  /** Default: that of this machine, with files older than they are. */
  readonly fileSystem?: FileSystem;
}

const settled = { clock: { now: () => Date.now() + LATER } };

function open({ top, cache }: Place, options: OpenOptions = {}): Promise<SkillEngine> {
  return openSkills({
    cwd: join(top, "project"),
    home: join(top, "home"),
    settings: { skills: { bundled: false } },
    fileSystem: options.fileSystem ?? createNodeFileSystem(settled),
    ...(options.isCold !== true && { indexCache: createIndexCache({ directory: cache }) }),
  });
}

/** All that an engine knows, as a text: the order of properties counts too. */
function known(engine: SkillEngine): string {
  return JSON.stringify({ skills: engine.list(), diagnostics: engine.diagnostics }, undefined, 1);
}

async function load(place: Place, options?: OpenOptions): Promise<string> {
  const engine = await open(place, options);
  const all = known(engine);
  await engine.close();
  return all;
}

/** Returns when the clock of the disk has gone on, so that what is written next differs in its times. */
function passOneTick({ top }: Place): void {
  const probe = join(top, "probe");
  const stamp = () => {
    writeFileSync(probe, "");
    return statSync(probe, { bigint: true }).ctimeNs;
  };
  const before = stamp();
  while (stamp() === before);
}

/** What can happen between two starts. */
const STEPS = {
  add: (place, at) => writeSkill(place, SKILLS + at, textOf(SKILLS + at)),
  remove: (place, at) => rmSync(folderOf(place, at), { recursive: true, force: true }),
  edit: (place, at) => edit(place, at, textOf(at, "when_to_use: sometimes\nallowed-tools: Read\n")),
  "edit, and be of the same size and time": (place, at) => {
    const file = fileOf(place, at);
    if (!isFile(file)) return;
    const { mtimeMs, size } = statSync(file);
    const other = String((Number(/Does (\d+)/.exec(readFileSync(file, "utf8"))?.[1] ?? 0) + 7) % 10_000);
    edit(place, at, textOf(Number(other)).padEnd(size, "\n").slice(0, size));
    utimesSync(file, mtimeMs / 1000, mtimeMs / 1000);
  },
  break: (place, at) => edit(place, at, "---\ndescription: [\n---\nBroken.\n"),
  "warn of": (place, at) => edit(place, at, textOf(at, "user-invocable: perhaps\npaths: ['a[']\n")),
  touch: (place, at) => {
    if (isFile(fileOf(place, at))) utimesSync(fileOf(place, at), 1_000, 1_000);
  },
  "swap folders": (place, at) => {
    const [one, other, between] = [folderOf(place, at), folderOf(place, (at + 1) % SKILLS), join(place.top, "between")];
    if (!existsSync(one) || !existsSync(other)) return;
    renameSync(one, between);
    renameSync(other, one);
    renameSync(between, other);
  },
  "swap the roots": ({ skills, own, top }) => {
    renameSync(skills, join(top, "between"));
    renameSync(own, skills);
    renameSync(join(top, "between"), own);
  },
  "rename the file": (place, at) => {
    if (isFile(fileOf(place, at))) renameSync(fileOf(place, at), join(folderOf(place, at), "skill.md"));
  },
  "put a file in its place": (place, at) => {
    if (!isFile(fileOf(place, at))) return;
    const fresh = join(folderOf(place, at), "fresh");
    cpSync(fileOf(place, at), fresh, { preserveTimestamps: true });
    writeFileSync(fresh, readFileSync(fresh, "utf8").replace("Does", "Knew"));
    renameSync(fresh, fileOf(place, at));
  },
  "put a link in the file's place": (place, at) => {
    if (!isFile(fileOf(place, at))) return;
    rmSync(fileOf(place, at));
    symlinkSync(fileOf(place, (at + 1) % SKILLS), fileOf(place, at));
  },
  "put a link in the folder's place": (place, at) => {
    rmSync(folderOf(place, at), { recursive: true, force: true });
    mkdirSync(dirname(folderOf(place, at)), { recursive: true });
    symlinkSync(folderOf(place, (at + 1) % SKILLS), folderOf(place, at));
  },
  "lose the permission": (place, at) => {
    if (isFile(fileOf(place, at))) chmodSync(fileOf(place, at), 0o000);
  },
  "damage the cache": ({ cache }, at) => {
    for (const path of listCache(cache)) {
      const bytes = readFileSync(path);
      const place = Math.floor((bytes.length * at) / SKILLS);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    }
  },
  "cut the cache": ({ cache }, at) => {
    for (const path of listCache(cache)) truncateSync(path, Math.floor((statSync(path).size * at) / SKILLS));
  },
  "exchange the indexes": ({ cache }) => {
    const [one, other] = listCache(cache);
    if (one === undefined || other === undefined) return;
    const text = readFileSync(one);
    renameSync(other, one);
    writeFileSync(other, text);
  },
  "lose the cache": ({ cache }) => rmSync(cache, { recursive: true, force: true }),
} satisfies Readonly<Record<string, (place: Place, at: number) => void>>;

function edit(place: Place, at: number, text: string): void {
  // A link would lead to another skill, or to none.
  if (isFile(fileOf(place, at))) writeFileSync(fileOf(place, at), text);
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    // Nothing is there, or folders that are links lead in a circle.
    return false;
  }
}

function listCache(cache: string): readonly string[] {
  return existsSync(cache) ? readdirSync(cache).map((name) => join(cache, name)) : [];
}

describe("a warm start finds what a cold one finds", () => {
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  const step = fc.record({
    name: fc.constantFrom(...names),
    at: fc.nat(SKILLS - 1),
    blocking: fc.boolean(),
    /** Whether an engine stays open over the change, and saves what it knew before it only later. */
    isOverlong: fc.boolean(),
  });

  it("after any change of the files or of the cache", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        runs += 1;
        const place = createPlace(`settled-${runs}`);
        await load(place);
        for (const { name, at, blocking, isOverlong } of steps) {
          const fileSystem = createNodeFileSystem({ ...settled, blocking });
          const overlong = isOverlong ? await open(place) : undefined;
          passOneTick(place);
          STEPS[name](place, at);
          const cold = await load(place, { isCold: true });
          expect(await load(place, { fileSystem })).toBe(cold);
          await overlong?.close();
          expect(await load(place, { fileSystem })).toBe(cold);
        }
        rmSync(place.top, { recursive: true });
      }),
      { numRuns: 25 },
    );
  });

  it("though a file is changed within one tick of the clock of the disk after it was read", async () => {
    const place = createPlace("racy");
    const now = createNodeFileSystem();
    const fileSystem: FileSystem = {
      ...now,
      async stampOf(directory, name) {
        const stamp = await now.stampOf?.(directory, name);
        const { size, ctimeMs, ino } = stamp === undefined ? {} : statSync(join(directory, name));
        // The longest tick there is.
        return stamp && { ...stamp, identity: `${size} ${ino} ${Math.floor((ctimeMs ?? 0) / 2000)}` };
      },
    };
    for (let round = 0; round < 5; round += 1) {
      await load(place, { fileSystem });
      STEPS["edit, and be of the same size and time"](place, 1);
      expect(await load(place, { fileSystem })).toBe(await load(place, { fileSystem, isCold: true }));
    }
  });

  it("though a program sets the times of a file it changes to those of before, long after", async () => {
    const place = createPlace("times");
    const before = await load(place);
    passOneTick(place);
    STEPS["edit, and be of the same size and time"](place, 1);
    const after = await load(place);
    expect(after).not.toBe(before);
    expect(after).toBe(await load(place, { isCold: true }));
  });
});

it("a warm start opens no file that is unchanged", async () => {
  const place = createPlace("spared");
  await load(place);
  const read: string[] = [];
  const fileSystem = createNodeFileSystem(settled);
  const engine = await open(place, {
    fileSystem: {
      ...fileSystem,
      readFile: (path, options) => {
        read.push(path);
        return fileSystem.readFile(path, options);
      },
    },
  });
  expect(engine.list()).toHaveLength(SKILLS * 2 + 1);
  await engine.close();
  // Commands are found in listings, which do not say in what state a file is.
  expect(read.filter((path) => path.endsWith("SKILL.md"))).toEqual([]);
});
