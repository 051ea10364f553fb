/**
 * Runs the property tests with other random values than `npm test` does, to find what nobody thought of:
 * `npm run explore -- [seeds] [first seed] [tests…]`. Prints each seed that fails and how to see it again; ends with 1 then.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [seeds = "10", first = String(Math.floor(Math.random() * 1e9)), ...chosen] = process.argv.slice(2);
if (!/^\d+$/.test(seeds) || !/^\d+$/.test(first)) {
  console.error("usage: npm run explore -- [seeds] [first seed] [tests…]; both are whole numbers");
  process.exit(2);
}

/** Tests that draw random values, relative to the root. */
const withProperties = ["src", "test"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith(".test.ts") && readFileSync(join(root, path), "utf8").includes('"fast-check"'));
const files = chosen.length > 0 ? chosen : withProperties;

let failed = 0;
for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], {
    cwd: root,
    env: { ...process.env, FAST_CHECK_SEED: String(seed), NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) {
    console.log(`ok   seed ${seed}`);
    continue;
  }
  failed++;
  console.log(`FAIL seed ${seed}: FAST_CHECK_SEED=${seed} npx vitest run <test>`);
  const telling = /^ *FAIL |Counterexample|AssertionError|Error: /;
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => telling.test(line));
  for (const line of lines) console.log(`     ${line.trim().slice(0, 300)}`);
}
console.log(`${Number(seeds) - failed} seeds passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
