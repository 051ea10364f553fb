import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedServer, type ScriptedServer } from "../../src/testing/index.ts";

const FILES = {
  ".claude/skills/greet/SKILL.md": "---\ndescription: Greets\n---\nHello, $ARGUMENTS!\n",
  ".claude/skills/dig/SKILL.md": "---\ndescription: Digs\ncontext: fork\n---\nDig into $ARGUMENTS\n",
  ".claude/skills/react/SKILL.md": "---\ndescription: Helps with components\npaths: src/**/*.tsx\n---\nReact help\n",
  "src/a.tsx": "export const A = 1;\n",
};

let root: string;
let server: ScriptedServer;
let running: ChildProcess | undefined;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "skillful-examples-")));
  for (const [path, text] of Object.entries(FILES)) {
    const file = join(root, "project", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  server = await createScriptedServer();
});
afterEach(async () => {
  running?.kill();
  await server.close();
  await rm(root, { recursive: true, force: true });
});

/** Starts an example in the project; each message waits for the answer to the one before. */
async function talk(example: string, turns: readonly (readonly [message: string, answer: string])[]): Promise<void> {
  const program = fileURLToPath(new URL(`../../examples/${example}/agent.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    cwd: join(root, "project"),
    env: { PATH: process.env.PATH, HOME: join(root, "home"), OPENAI_BASE_URL: `${server.url}/v1`, MODEL: "scripted" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  running = child;
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (const [message, answer] of turns) {
    child.stdin.write(`${message}\n`);
    const { value } = await answers.next();
    expect({ answer: value, errors }).toEqual({ answer, errors: "" });
  }
  child.stdin.end();
  await new Promise((resolve) => child.once("close", resolve));
}

const request = (index: number): string => JSON.stringify(server.requests[index]?.view.messages);

describe.each([
  { example: "ai-sdk", read: "readFile" },
  { example: "plain-loop", read: "Read" },
])("examples/$example", ({ example, read }) => {
  it("lists, runs a typed skill, wakes one by a file, lets the model call it, and forks", async () => {
    server.setScript([
      { text: "greeted" },
      { toolCalls: [{ name: read, input: { path: "src/a.tsx" } }] },
      { toolCalls: [{ name: "Skill", input: { skill: "react" } }] },
      { text: "read" },
      { text: "dug" },
    ]);
    await talk(example, [
      ["/greet Ada", "greeted"],
      ["read the component", "read"],
      ["/dig logs", "dug"],
    ]);
    expect(request(0)).toContain("- greet: Greets");
    expect(request(0)).toContain("Hello, Ada!");
    expect(request(0)).not.toContain("react");
    expect(request(2)).toContain("- react: Helps with components");
    expect(request(3)).toContain("React help");
    expect(request(4)).toContain("Dig into logs");
    expect(request(4)).not.toContain("Hello, Ada!");
  });
});

describe("the README's promise of 12 lines", () => {
  it("holds for examples/ai-sdk", async () => {
    const { readFile } = await import("node:fs/promises");
    const text = await readFile(new URL("../../examples/ai-sdk/agent.mjs", import.meta.url), "utf8");
    const lines = /\/\/ \[12 lines\]\n([\s\S]*)\/\/ \[end\]/.exec(text)?.[1]?.trim().split("\n") ?? [];
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThanOrEqual(12);
  });
});
