/** Loading: how much longer it takes to load skills than only to read their files (requirement Q1), and how it grows. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openSkills } from "../dist/index.js";
import { writeSkills } from "./generate-skills.mjs";
import { measureInTurn } from "./measure.mjs";

/** The number of file system calls that the engine keeps in flight; the plain read gets the same. */
const CONCURRENCY = 32;

/** Returns one row for each count, and a row for what one skill costs as their number grows. */
export async function benchLoad(scratch, { counts, rounds }) {
  const rows = [];
  const perSkill = [];
  for (const count of counts) {
    const cwd = join(scratch, `load-${count}`);
    const paths = writeSkills(join(cwd, ".claude/skills"), count);
    const home = join(scratch, "home");
    const { read, load } = await measureInTurn(rounds, {
      read: () => readAll(paths),
      load: async () => {
        const skills = await openSkills({ cwd, home, trusted: true, settings: { skills: { bundled: false } } });
        const found = skills.list().length;
        await skills.close();
        if (found !== count) throw new Error(`${found} of ${count} skills were loaded`);
      },
    });
    perSkill.push(load / count);
    rows.push([`load ${count} skills / read the same files`, load / read, "at most 2", load]);
  }
  const growth = perSkill.at(-1) / perSkill[0];
  rows.push([`cost of one skill among ${counts.at(-1)} / among ${counts[0]}`, growth, "about 1 or less", undefined]);
  return rows;
}

async function readAll(paths) {
  let next = 0;
  const work = async () => {
    while (next < paths.length) await readFile(paths[next++]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
