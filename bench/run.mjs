/** Prints the benchmarks as ratios, which mean the same on every machine: `npm run bench`, with `--quick` for a glance. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchActivation } from "./activation.mjs";
import { benchLoad } from "./load.mjs";
import { benchMemory } from "./memory.mjs";
import { benchStart } from "./start.mjs";

const quick = process.argv.includes("--quick");
const scratch = mkdtempSync(join(tmpdir(), "skillful-bench-"));
mkdirSync(join(scratch, "home"));

const benches = [
  ["Loading", () => benchLoad(scratch, { counts: quick ? [100, 1_000] : [100, 1_000, 10_000], rounds: quick ? 3 : 7 })],
  ["Start", () => benchStart(scratch, { counts: quick ? [0, 1_000] : [0, 1_000, 5_000], rounds: quick ? 3 : 9 })],
  ["Activation", () => benchActivation(scratch, { count: quick ? 1_000 : 10_000, checks: 20, rounds: quick ? 3 : 7 })],
  ["Memory", () => benchMemory(scratch, { count: 10_000 })],
];

console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
try {
  for (const [title, bench] of benches) {
    console.log(`\n${title}`);
    for (const [label, ratio, wanted, milliseconds] of await bench()) {
      const own = milliseconds === undefined ? "" : `  (${formatNumber(milliseconds)} ms here)`;
      console.log(`  ${label.padEnd(62)} ${formatNumber(ratio).padStart(8)}  wanted: ${wanted}${own}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}

/** Three significant digits. */
function formatNumber(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
