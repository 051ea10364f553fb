/** Several processes that load the same skills and share one index of them, while files change (decision 38). */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

/** Opens the skills several times, warm or cold, and prints what it knew in the end. Files look a minute old. */
const PROGRAM = `
  import { createIndexCache, createNodeFileSystem, openSkills } from ${JSON.stringify(
    new URL("../../dist/index.js", import.meta.url).href,
  )};
  const [cwd, directory, rounds, isCold] = process.argv.slice(1);
  let known;
  for (let round = 0; round < Number(rounds); round += 1) {
    const engine = await openSkills({
      cwd,
      home: "",
      settings: { skills: { bundled: false } },
      fileSystem: createNodeFileSystem({ blocking: true, clock: { now: () => Date.now() + 60_000 } }),
      ...(isCold !== "cold" && { indexCache: createIndexCache({ directory }) }),
    });
    known = JSON.stringify([engine.list(), engine.diagnostics]);
    await engine.close();
  }
  process.stdout.write(known);
`;

let scratch: string;
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "skillful-shared-")));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function run(rounds: number, kind: "warm" | "cold"): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ["--input-type=module", "-e", PROGRAM, join(scratch, "project"), cache(), String(rounds), kind];
    const child = spawn(process.execPath, args, {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(errors))));
  });
}

const cache = () => join(scratch, "cache");

function writeSkill(index: number, description: string): void {
  const folder = join(scratch, `project/.claude/skills/skill-${index}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), `---\ndescription: ${description}\n---\nDo it.\n`);
}

it("know what is on the disk, and leave one whole index", async () => {
  mkdirSync(join(scratch, "project/.git"), { recursive: true });
  for (let index = 0; index < 40; index += 1) writeSkill(index, `First ${index}`);
  const many = [run(12, "warm"), run(12, "warm"), run(12, "warm")];
  for (let index = 0; index < 40; index += 3) writeSkill(index, `Second text of ${index}`);
  rmSync(join(scratch, "project/.claude/skills/skill-1"), { recursive: true });
  await Promise.all(many);
  const cold = await run(1, "cold");
  expect(cold).toContain("Second text of 39");
  expect(await Promise.all([run(3, "warm"), run(3, "warm")])).toEqual([cold, cold]);
  expect(readdirSync(cache())).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.index$/)]);
});
