/**
 * Start beside other agents that know skills (Q3): from starting each to its first model request, with as many skills.
 * `node bench/peers.mjs <folder> [skills] [rounds]`, where <folder> holds the node_modules in which the others are installed.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSkills } from "./generate-skills.mjs";
import { measureInTurn } from "./measure.mjs";

const PROGRAM = fileURLToPath(new URL("../dist/bin.cjs", import.meta.url));
const MODEL_REQUEST = /completions|responses|messages|generateContent|GenerateContent/;
/** A program that has not asked a model by then is not going to. */
const LIMIT_MS = 60_000;
/** Runs before those that count, which may go on to their end, so that what a program keeps for its next start is there. */
const LEARNING_RUNS = 3;
/** For such a run after its first request; the answer to it is an error, and some try again for long. */
const GRACE_MS = 5_000;

const [folder, skills = "1000", rounds = "5"] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node bench/peers.mjs <folder with node_modules> [skills] [rounds]");
  process.exit(2);
}
const modules = join(resolve(folder), "node_modules");
const scratch = mkdtempSync(join(tmpdir(), "skillful-peers-"));

let onModelRequest = () => {};
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.method === "POST" && MODEL_REQUEST.test(request.url)) onModelRequest();
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const url = `http://127.0.0.1:${server.address().port}`;

/** How each is told to ask the model server of this bench, and where it looks for skills: `~/` is its home. */
const AGENTS = {
  skillful: {
    command: [process.execPath, PROGRAM, "--trust", "--model", "anthropic/bench", "-p", "hello"],
    skills: ".claude/skills",
    env: { ANTHROPIC_API_KEY: "bench", ANTHROPIC_BASE_URL: `${url}/v1` },
  },
  codex: {
    command: [join(modules, ".bin/codex"), "exec", "--skip-git-repo-check", "hello"],
    skills: "~/.codex/skills",
    files: {
      "~/.codex/config.toml": [
        'model = "bench"',
        'model_provider = "bench"',
        "[model_providers.bench]",
        'name = "bench"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        "[analytics]",
        "enabled = false",
      ].join("\n"),
    },
  },
  gemini: {
    command: [process.execPath, join(modules, ".bin/gemini"), "--skip-trust", "-p", "hello"],
    skills: "~/.gemini/skills",
    files: {
      "~/.gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
      }),
    },
    env: { GEMINI_API_KEY: "bench", GOOGLE_GEMINI_BASE_URL: url },
  },
  opencode: {
    command: [join(modules, "opencode-linux-x64/bin/opencode"), "run", "-m", "bench/bench", "hello"],
    skills: ".opencode/skills",
    files: {
      "opencode.json": JSON.stringify({
        autoupdate: false,
        provider: {
          bench: {
            npm: "@ai-sdk/openai-compatible",
            name: "bench",
            options: { baseURL: `${url}/v1`, apiKey: "bench" },
            models: { bench: { name: "bench" } },
          },
        },
      }),
    },
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
  },
  pi: {
    command: [process.execPath, join(modules, ".bin/pi"), "--provider", "bench", "--model", "bench", "-p", "hello"],
    skills: ".pi/skills",
    files: {
      "~/.pi/agent/models.json": JSON.stringify({
        providers: {
          bench: { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "bench", models: [{ id: "bench" }] },
        },
      }),
    },
    env: { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" },
  },
};

/** Makes a project and a home for one agent; returns what starts it, and resolves to how long its first request took. */
function prepare(name, { command, skills: skillsFolder, files = {}, env = {} }) {
  const [home, project] = [join(scratch, name, "home"), join(scratch, name, "project")];
  const place = (path) => (path.startsWith("~/") ? join(home, path.slice(2)) : join(project, path));
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(home);
  writeSkills(place(skillsFolder), Number(skills));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(place(path)), { recursive: true });
    writeFileSync(place(path), text);
  }
  const options = { cwd: project, env: { PATH: process.env.PATH, HOME: home, ...env } };
  return (graceMs = 0) => firstRequest({ name, command, options, graceMs });
}

/** Milliseconds from starting the program to its first model request; it is ended after the grace. */
function firstRequest({ name, command: [program, ...args], options, graceMs }) {
  return new Promise((resolved, rejected) => {
    const started = performance.now();
    // A group of its own, so that whatever it started ends with it.
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let [output, took] = ["", undefined];
    for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding("utf8").on("data", (text) => (output += text));
    const end = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    let timer = setTimeout(end, LIMIT_MS);
    onModelRequest = () => {
      if (took !== undefined) return;
      took = performance.now() - started;
      clearTimeout(timer);
      if (graceMs === 0) end();
      else timer = setTimeout(end, graceMs);
    };
    child.on("error", rejected);
    child.on("close", () => {
      clearTimeout(timer);
      if (took === undefined) rejected(new Error(`${name} ended without asking the model:\n${output}`));
      else resolved(took);
    });
  });
}

function startNode() {
  return new Promise((resolved, rejected) => {
    // The environment of the agents: variables such as those for certificates make every start of Node slower.
    const child = spawn(process.execPath, ["-e", "0"], { stdio: "ignore", env: { PATH: process.env.PATH } });
    child.on("error", rejected).on("close", resolved);
  });
}

try {
  const functions = { "node -e 0": async () => void (await startNode()) };
  for (const [name, agent] of Object.entries(AGENTS)) functions[name] = prepare(name, agent);
  // In turn, so that the skills are no longer new when the last of these runs reads them: what was written a moment ago may
  // change again unseen, and is read anew.
  for (let learned = 0; learned < LEARNING_RUNS; learned += 1) {
    for (const name of Object.keys(AGENTS).filter((name) => name in functions)) {
      try {
        await functions[name](GRACE_MS);
      } catch (error) {
        delete functions[name];
        console.log(`left out: ${error.message.slice(0, 500)}`);
      }
    }
  }
  const medians = await measureInTurn(Number(rounds), functions);
  console.log(`First request with ${skills} skills, against node -e 0 (Node ${process.version}, ${process.platform})`);
  for (const [name, milliseconds] of Object.entries(medians)) {
    const ratio = (milliseconds / medians["node -e 0"]).toFixed(1);
    console.log(`  ${name.padEnd(12)} ${ratio.padStart(6)}  (${milliseconds.toFixed(0)} ms here)`);
  }
} finally {
  server.close();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}
