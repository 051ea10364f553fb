/** Starts the program from a checkout, building it first when a source is newer than the build. */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "dist", "bin.cjs");

/** Milliseconds since the epoch of the newest file below a path; 0 when there is none. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const sources = ["src", "examples", "package.json", "package-lock.json", "tsdown.config.ts", "tsconfig.json"];
if (Math.max(...sources.map((name) => newest(join(root, name)))) > newest(program)) {
  const build = spawnSync(process.execPath, [join(root, "node_modules/tsdown/dist/run.mjs"), "--logLevel", "error"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (build.status !== 0) {
    process.stderr.write(`${build.stdout ?? ""}${build.stderr ?? ""}`);
    console.error("skillful: the build failed; see above (did `npm ci` run?)");
    process.exit(1);
  }
}

// In this process, so that the terminal, signals and the exit code are the program's own.
process.argv[1] = program;
await import(program);
