/** Loading: what it takes to load skills, cold and from an index, against only reading their files (requirement Q1). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createIndexCache, createNodeFileSystem, openSkills } from "../dist/index.js";
import { writeSkills } from "./generate-skills.mjs";
import { measureInTurn } from "./measure.mjs";

/** The number of file system calls that the engine keeps in flight; the plain read gets the same. */
const CONCURRENCY = 32;
/** Milliseconds. The files were written just now, and the index trusts only what has not changed for some seconds. */
const LATER = 60_000;

/**
 * Returns rows for each count, and rows for what one skill costs as their number grows. Times are processor time of the
 * whole process, the threads that read files included: other programs of the machine do not show in it.
 */
export async function benchLoad(scratch, { counts, rounds }) {
  const rows = [];
  const growth = { cold: [], warm: [] };
  for (const count of counts) {
    const cwd = join(scratch, `load-${count}`);
    const paths = writeSkills(join(cwd, ".claude/skills"), count);
    const place = { cwd, home: join(scratch, "home"), count, directory: join(scratch, `index-${count}`) };
    await load(place, { isWarm: true });
    const { read, cold, warm, coldBlocking, warmBlocking } = await measureInTurn(rounds, {
      read: () => processorTime(() => readAll(paths)),
      cold: () => load(place, {}),
      warm: () => load(place, { isWarm: true }),
      coldBlocking: () => load(place, { blocking: true }),
      warmBlocking: () => load(place, { blocking: true, isWarm: true }),
    });
    growth.cold.push(cold / count);
    growth.warm.push(warm / count);
    rows.push([`load ${count} skills / read the same files`, cold / read, "at most 2", cold]);
    rows.push([`  the same, as the program does (blocking reads)`, coldBlocking / read, "at most 2", coldBlocking]);
    rows.push([`load ${count} unchanged skills / read the same files`, warm / read, "at most 0.5", warm]);
    rows.push([`  the same, as the program does (blocking reads)`, warmBlocking / read, "at most 0.5", warmBlocking]);
  }
  for (const [kind, costs] of Object.entries(growth)) {
    const label = `${kind}: cost of one skill among ${counts.at(-1)} / among ${counts[0]}`;
    rows.push([label, costs.at(-1) / costs[0], "about 1 or less", undefined]);
  }
  return rows;
}

async function load({ cwd, home, directory, count }, { isWarm = false, blocking = false }) {
  const fileSystem = createNodeFileSystem({ blocking, clock: { now: () => Date.now() + LATER } });
  let skills;
  const time = await processorTime(async () => {
    skills = await openSkills({
      cwd,
      home,
      trusted: true,
      settings: { skills: { bundled: false } },
      fileSystem,
      ...(isWarm && { indexCache: createIndexCache({ directory }) }),
    });
    const found = skills.list().length;
    if (found !== count) throw new Error(`${found} of ${count} skills were loaded`);
  });
  await skills.close();
  return time;
}

/** Milliseconds. */
async function processorTime(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function readAll(paths) {
  let next = 0;
  const work = async () => {
    while (next < paths.length) await readFile(paths[next++]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
