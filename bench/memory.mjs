/** Memory: what loaded skills add to the heap, measured in a process of its own (Q4). */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { writeSkills } from "./generate-skills.mjs";

const PROGRAM = `
  import { openSkills } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
  const used = () => {
    for (let i = 0; i < 4; i += 1) gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const open = (cwd) =>
    openSkills({ cwd, home: process.env.HOME, trusted: true, settings: { skills: { bundled: false } } });
  await (await open(process.env.HOME)).close(); // code and caches that do not depend on the number of skills
  const before = used();
  const skills = await open(process.cwd());
  const after = used();
  console.log(JSON.stringify({ count: skills.list().length, bytes: after - before }));
`;

export function benchMemory(scratch, { count }) {
  const cwd = join(scratch, `memory-${count}`);
  writeSkills(join(cwd, ".claude/skills"), count);
  const output = execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", PROGRAM], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, HOME: join(scratch, "home") },
  });
  const { count: found, bytes } = JSON.parse(output);
  if (found !== count) throw new Error(`${found} of ${count} skills were loaded`);
  const mebibytes = bytes / 1024 / 1024;
  return [[`MiB added by ${count} skills`, mebibytes, "at most 40", undefined]];
}
