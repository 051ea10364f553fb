import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
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
async function talk(
  example: string,
  turns: readonly (readonly [message: string, answer: string])[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const program = fileURLToPath(new URL(`../../examples/${example}/agent.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    cwd: join(root, "project"),
    env: {
      PATH: process.env.PATH,
      HOME: join(root, "home"),
      OPENAI_BASE_URL: `${server.url}/v1`,
      MODEL: "scripted",
      ...env,
    },
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

describe("examples/database-source", () => {
  /** Reads the table of a database that the example has left, or is to find. */
  async function openTable(path: string) {
    const { createTableSource } = await import(
      new URL("../../examples/database-source/table-source.mjs", import.meta.url).href
    );
    // It brings no types.
    const { Database } = await createRequire(import.meta.url)("sql.js")();
    const database = new Database(existsSync(path) ? readFileSync(path) : undefined);
    return { database, table: createTableSource(database) };
  }

  it("lists skills of a table, wakes one by a file, lets the model call them, and keeps what it is taught", async () => {
    const path = join(root, "skills.sqlite");
    const { table, database } = await openTable(path);
    table.save("invoice", "---\ndescription: Writes an invoice\n---\nInvoice for $0, net 30.\n");
    table.save("styles", "---\ndescription: Knows the house style\npaths: src/**/*.tsx\n---\nTwo blanks.\n");
    writeFileSync(path, database.export());
    const taught = { name: "refund", description: "Pays back: carefully", instructions: "Ask twice about $0." };
    server.setScript([
      { toolCalls: [{ name: "Skill", input: { skill: "invoice", args: "ACME" } }] },
      { text: "invoiced" },
      { toolCalls: [{ name: "readFile", input: { path: "src/a.tsx" } }] },
      { text: "read" },
      { toolCalls: [{ name: "saveSkill", input: taught }] },
      { text: "learned" },
      { text: "refunded" },
    ]);
    await talk(
      "database-source",
      [
        ["bill ACME", "invoiced"],
        ["read the component", "read"],
        ["this is how refunds work", "learned"],
        ["/refund Ada", "refunded"],
      ],
      { DATABASE: path },
    );
    expect(request(0)).toContain("- greet: Greets");
    expect(request(0)).toContain("- invoice: Writes an invoice");
    expect(request(0)).not.toContain("house style");
    expect(request(1)).toContain("Invoice for ACME, net 30.");
    expect(request(3)).toContain("- styles: Knows the house style");
    expect(request(5)).toContain("Saved. It is called refund.");
    expect(request(6)).toContain("- refund: Pays back: carefully");
    expect(request(6)).toContain("Ask twice about Ada.");
    const { table: after } = await openTable(path);
    const names = (await after.source.load({})).map(({ name }: { readonly name: string }) => name);
    expect(names).toEqual(["invoice", "refund", "styles"]);
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
