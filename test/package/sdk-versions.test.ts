/** `skillful/ai-sdk` on each version of the AI SDK that it serves, installed by a stranger beside the packed package. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScriptedServer } from "../../src/testing/index.ts";
import { type PackedPackage, packPackage } from "../support/pack-package.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "skillful-sdk-"));

let packed: PackedPackage;
beforeAll(() => {
  packed = packPackage(scratch);
}, 60_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }), 60_000);

const TYPED = `
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, stepCountIs, tool } from "ai";
import { openSkills } from "skillful";
import { createSkillKit, touching } from "skillful/ai-sdk";

export async function answer(model: LanguageModel, messages: ModelMessage[], line: string): Promise<string> {
  const inputSchema = jsonSchema<{ path: string }>({ type: "object" });
  const readFile = tool({ inputSchema, execute: async ({ path }) => path });
  const skills = await openSkills({ cwd: process.cwd() });
  const kit = createSkillKit(skills.session(), { model, tools: { readFile: touching(readFile, ({ path }) => path) } });
  const turn = await kit.userTurn(line);
  if (turn.kind !== "message") return turn.text;
  const { tools, prepareStep } = kit;
  const result = await generateText({ model, messages, tools, prepareStep, stopWhen: stepCountIs(50) });
  messages.push(...result.response.messages);
  return result.text;
}
`;

const TYPE_CHECK = {
  compilerOptions: {
    module: "nodenext",
    target: "es2023",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  },
  files: ["typed.mts"],
};

describe.each([
  { version: "6", packages: ["ai@6.0.325", "@ai-sdk/openai-compatible@2.0.92"] },
  { version: "7", packages: ["ai@7.0.173", "@ai-sdk/openai-compatible@3.0.92"] },
])("version $version", ({ version, packages }) => {
  const project = join(scratch, version);
  beforeAll(() => {
    const skill = (name: string, text: string) => {
      mkdirSync(join(project, ".claude/skills", name), { recursive: true });
      writeFileSync(join(project, ".claude/skills", name, "SKILL.md"), text);
    };
    skill("react", "---\ndescription: Helps with components\npaths: src/**/*.tsx\n---\nReact help\n");
    skill("dig", "---\ndescription: Digs\ncontext: fork\n---\nDig into $ARGUMENTS\n");
    mkdirSync(join(project, "src"));
    writeFileSync(join(project, "src/a.tsx"), "export const A = 1;\n");
    writeFileSync(join(project, "package.json"), '{ "name": "host", "private": true, "type": "module" }');
    for (const file of ["agent.mjs", "my-agent.mjs"]) cpSync(join(root, "examples/ai-sdk", file), join(project, file));
    // Version 7 asks for Node 22. It runs on Node 20 as well, and that is enough to see that the kit fits.
    const install = [
      "install",
      "--engine-strict=false",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      packed.tarball,
      ...packages,
    ];
    execFileSync("npm", install, { cwd: project, stdio: "pipe" });
  }, 240_000);

  it("is the one copy that the kit uses", () => {
    const { version: installed } = JSON.parse(readFileSync(join(project, "node_modules/ai/package.json"), "utf8"));
    expect(installed.split(".")[0]).toBe(version);
    expect(() => readFileSync(join(project, "node_modules/skillful/node_modules/ai/package.json"))).toThrow("ENOENT");
  });

  it("lists, wakes by a touched file, and runs inline and forked skills", async () => {
    const server = await createScriptedServer({
      script: [
        { toolCalls: [{ name: "readFile", input: { path: "src/a.tsx" } }] },
        { toolCalls: [{ name: "Skill", input: { skill: "react" } }] },
        { text: "read" },
        { text: "dug" },
      ],
    });
    try {
      const env = {
        PATH: process.env.PATH,
        HOME: join(scratch, "home"),
        OPENAI_BASE_URL: `${server.url}/v1`,
        MODEL: "scripted",
      };
      const child = spawn(process.execPath, ["agent.mjs"], { cwd: project, env, stdio: ["pipe", "pipe", "pipe"] });
      let output = "";
      let errors = "";
      child.stdout.on("data", (text) => {
        output += text;
        // The fork is asked for when the first answer is there.
        if (output === "read\n") child.stdin.end("/dig logs\n");
      });
      child.stderr.on("data", (text) => {
        errors += text;
      });
      child.stdin.write("read the component\n");
      await new Promise((resolve) => child.once("close", resolve));
      expect({ output, errors }).toEqual({ output: "read\ndug\n", errors: "" });
      const request = (index: number) => JSON.stringify(server.requests[index]?.view.messages);
      expect(request(0)).toContain("- dig: Digs");
      expect(request(0)).not.toContain("react");
      expect(request(1)).toContain("- react: Helps with components");
      expect(request(2)).toContain("React help");
      expect(request(3)).toContain("Dig into logs");
      expect(request(3)).not.toContain("React help");
    } finally {
      await server.close();
    }
  });

  it("has types that fit a host's own loop", () => {
    writeFileSync(join(project, "typed.mts"), TYPED);
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(TYPE_CHECK));
    const check = [join(root, "node_modules/typescript/bin/tsc"), "-p", "."];
    expect(execFileSync(process.execPath, check, { cwd: project, encoding: "utf8" })).toBe("");
  }, 120_000);
});
