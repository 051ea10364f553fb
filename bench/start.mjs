/** Start: from starting the program to its first request at a model server, against starting Node alone (Q3). */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createScriptedServer } from "../dist/testing.js";
import { writeSkills } from "./generate-skills.mjs";
import { measureInTurn } from "./measure.mjs";

const PROGRAM = fileURLToPath(new URL("../dist/bin.cjs", import.meta.url));

/** Returns one row for each count of skills in the project. */
export async function benchStart(scratch, { counts, rounds }) {
  let arrived = 0;
  const server = await createScriptedServer({
    script: () => {
      arrived = performance.now();
      return { text: "ok" };
    },
  });
  const home = join(scratch, "home");
  const env = { PATH: process.env.PATH, HOME: home, SKILLFUL_HOME: join(home, ".skillful") };
  const functions = { node: () => run(["-e", "0"], { cwd: scratch, env }) };
  for (const count of counts) {
    const cwd = join(scratch, `start-${count}`);
    mkdirSync(join(cwd, ".git"), { recursive: true });
    writeSkills(join(cwd, ".claude/skills"), count);
    const model = { ...env, ANTHROPIC_API_KEY: "bench", ANTHROPIC_BASE_URL: `${server.url}/v1` };
    functions[count] = async () => {
      const started = performance.now();
      arrived = 0;
      await run([PROGRAM, "--trust", "--model", "anthropic/bench", "-p", "hello"], { cwd, env: model });
      if (arrived === 0) throw new Error("the program ended without asking the model");
      return arrived - started;
    };
  }
  try {
    const medians = await measureInTurn(rounds, functions);
    return counts.map((count) => [
      `first request with ${count} skills / node -e 0`,
      medians[count] / medians.node,
      count <= 1000 ? "at most 6" : "small and flat",
      medians[count],
    ]);
  } finally {
    await server.close();
  }
}

/** Runs Node to its end; rejects with its output when it fails. */
function run(args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}\n${output}`))));
  });
}
