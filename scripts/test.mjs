/** Runs everything that must hold before a change is shared, and ends with the line `N passed, N failed`. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "skillful-test-"));
const STAGE_LIMIT_MS = 15 * 60_000;
const SHOWN_SKIPS = 20;

// A test that reads the home directory, a key or a local setting passes on one machine and fails on the next.
const environment = { ...process.env, HOME: scratch, USERPROFILE: scratch, NO_COLOR: "1" };
environment.npm_config_cache ??= join(process.env.HOME ?? scratch, ".npm");
for (const name of Object.keys(environment)) {
  const personal = /^FORCE_COLOR$|^(ANTHROPIC|OPENAI|GOOGLE|GEMINI|OLLAMA|CLAUDE)_|^SKILLFUL_(?!CORPUS$)/.test(name);
  if (personal) delete environment[name];
}

/** Runs a program of node_modules/.bin; resolves to its exit code and everything it printed. */
function run(program, options = {}) {
  const { args = [], stream = false } = options;
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, [join(root, "node_modules", program), ...args], {
      cwd: root,
      env: environment,
      timeout: STAGE_LIMIT_MS,
      killSignal: "SIGKILL",
    });
    let output = "";
    for (const pipe of [child.stdout, child.stderr]) {
      pipe.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (stream) process.stdout.write(text);
      });
    }
    const end = (succeeded, note) =>
      resolve({ succeeded, output: output + note, seconds: ((performance.now() - started) / 1000).toFixed(1) });
    child.on("error", (error) => end(false, `${error}\n`));
    child.on("close", (code, signal) => end(code === 0, signal ? `stopped by ${signal}\n` : ""));
  });
}

/** A stage that passes or fails as a whole. Prints its output only when it failed. */
async function check(title, program, args) {
  const { succeeded, output, seconds } = await run(program, { args });
  console.log(`${succeeded ? "ok  " : "FAIL"} ${title} (${seconds} s)`);
  if (!succeeded) console.log(output.trimEnd());
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
}

/** A stage of many tests; the counts are those of the test runner. */
async function tests(title, args) {
  const report = join(scratch, `${title.replaceAll(" ", "-")}.json`);
  console.log(`---- ${title}`);
  const { succeeded, output, seconds } = await run("vitest/vitest.mjs", {
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    stream: true,
  });
  const counts = readReport(report);
  // A run that fails for a reason that is not one of its tests (a file that does not load, an unhandled rejection,
  // the time limit) must not look green.
  if (!succeeded && counts.failed === 0) counts.failed = 1;
  if (succeeded && counts.passed === 0) counts.failed = 1;
  if (!succeeded && output.endsWith("SIGKILL\n")) console.log(`${title} took longer than ${STAGE_LIMIT_MS / 1000} s`);
  console.log(`${counts.failed === 0 ? "ok  " : "FAIL"} ${title}: ${formatCounts(counts)} (${seconds} s)`);
  return counts;
}

function readReport(path) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    console.log(`the test runner left no report: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const idle = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status !== "passed" && test.status !== "failed")
      .map((test) => `${relative(root, file.name)}: ${test.fullName}`),
  );
  for (const name of idle.slice(0, SHOWN_SKIPS)) console.log(`skipped ${name}`);
  if (idle.length > SHOWN_SKIPS) console.log(`skipped ${idle.length - SHOWN_SKIPS} more`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: idle.length,
  };
}

function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const results = [];
try {
  // Lint and types share the two cores; the build comes before the tests, because scenarios run the built program.
  results.push(
    ...(await Promise.all([
      check("format and lint", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]),
      check("types", "typescript/bin/tsc", ["--noEmit"]),
    ])),
  );
  results.push(await check("build", "tsdown/dist/run.mjs", ["--logLevel", "error"]));
  results.push(await tests("tests", ["--exclude", "test/package/**"]));
  results.push(await tests("packed package", ["test/package"]));
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const result of results) for (const key of Object.keys(total)) total[key] += result[key];
if (total.skipped > 0) console.log(`${total.skipped} tests were skipped, see above`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed`);
