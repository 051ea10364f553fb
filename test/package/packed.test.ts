/** Installs the packed package into an empty project and uses it there: entries, types, program. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PackedPackage, packPackage } from "../support/pack-package.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "skillful-packed-"));
const project = join(scratch, "project");
const home = join(scratch, "home");
const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What a stranger writes first; it has to compile under the strictest settings. */
const SAMPLE = `
import { openSkills, type Outcome, SkillfulError } from "skillful";
import { createScriptedServer } from "skillful/testing";
import { createAgent, type AgentEvent } from "skillful/agent";

export async function run(cwd: string, home: string): Promise<string> {
  const skills = await openSkills({ cwd, home });
  const session = skills.session();
  const outcome: Outcome = await session.invoke({ name: "greet", args: "Ann", by: "user" });
  await skills.close();
  return outcome.kind === "inline" ? outcome.text : outcome.kind;
}
export const parts: readonly unknown[] = [createScriptedServer, createAgent, SkillfulError];
export type Named = AgentEvent["type"];
`;

/** The engine's first program in the README. */
const README_PROGRAM =
  /## As an engine\n[\s\S]*?```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";

/** Runs a program in the project with an empty home; returns standard output, throws with both outputs on failure. */
function run(program: string, args: readonly string[], options: { input?: string } = {}): string {
  return execFileSync(program, args, {
    cwd: project,
    encoding: "utf8",
    env: { ...process.env, HOME: home, USERPROFILE: home, SKILLFUL_HOME: join(home, ".skillful") },
    stdio: ["pipe", "pipe", "pipe"],
    ...options,
  });
}

let packed: PackedPackage;

beforeAll(() => {
  mkdirSync(join(project, ".claude/skills/greet"), { recursive: true });
  mkdirSync(home);
  writeFileSync(join(project, "package.json"), '{ "name": "stranger", "private": true, "type": "module" }');
  writeFileSync(
    join(project, ".claude/skills/greet/SKILL.md"),
    "---\nname: greet\ndescription: Greets a person.\n---\nHello, $ARGUMENTS!\n",
  );
  mkdirSync(join(project, ".claude/skills/react-helper"));
  writeFileSync(
    join(project, ".claude/skills/react-helper/SKILL.md"),
    "---\nname: react-helper\ndescription: Helps with components.\npaths: src/**/*.tsx\n---\nKeep it small.\n",
  );
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src/app.tsx"), "export const App = () => null;\n");
  packed = packPackage(scratch);
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", packed.tarball]);
}, 240_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }), 60_000);

describe("the packed package", () => {
  it("holds the build, the licence and the README, and no source or test", () => {
    const { paths } = packed;
    expect(paths).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json", "dist/bin.cjs"]));
    expect(paths.filter((path) => !/^(dist\/|schema\/|LICENSE$|README\.md$|package\.json$)/.test(path))).toEqual([]);
  });

  it("has every file that its entries name", () => {
    const named = Object.values(packageJson.exports).flatMap((entry) =>
      typeof entry === "string" ? [entry] : Object.values(entry as Record<string, string>),
    );
    const paths = packed.paths.map((path) => `./${path}`);
    expect([...named, ...Object.values(packageJson.bin)].filter((path) => !paths.includes(path as string))).toEqual([]);
  });

  it("serves a stranger's program through its entries", () => {
    const program = `
      import { openSkills } from "skillful";
      import { createScriptedServer } from "skillful/testing";
      import { createAgent } from "skillful/agent";
      const skills = await openSkills({ cwd: process.cwd(), home: process.env.HOME });
      const outcome = await skills.session().invoke({ name: "greet", args: "Ann", by: "user" });
      await skills.close();
      console.log(JSON.stringify([outcome.text, typeof createScriptedServer, typeof createAgent]));
    `;
    const [text, ...kinds] = JSON.parse(run(process.execPath, ["--input-type=module", "-e", program]));
    expect(text).toContain("Hello, Ann!");
    expect(kinds).toEqual(["function", "function"]);
  });

  it("runs the program that the README shows", () => {
    writeFileSync(join(project, "first.mjs"), README_PROGRAM);
    const output = run(process.execPath, ["first.mjs"]);
    expect(output).toContain("<system-reminder>");
    expect(output).toContain("- greet: Greets a person.");
    expect(output).toContain("[ 'react-helper' ] <system-reminder>");
    expect(output).toContain("# Simplify");
    expect(output).toContain("Scope: src/app.tsx");
  });

  it("has types that compile under strict settings", () => {
    writeFileSync(join(project, "sample.ts"), SAMPLE);
    writeFileSync(join(project, "first.ts"), README_PROGRAM);
    const compilerOptions = {
      module: "nodenext",
      target: "es2023",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
      typeRoots: [join(root, "node_modules/@types")],
      types: ["node"],
    };
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["sample.ts", "first.ts"] }),
    );
    expect(run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."])).toBe("");
  });

  it("brings a program that tells its version", () => {
    expect(run(join(project, "node_modules/.bin/skillful"), ["--version"]).trim()).toContain(packageJson.version);
  });

  it("brings a program that lists the project's skills beside the bundled ones", () => {
    const list = JSON.parse(run(join(project, "node_modules/.bin/skillful"), ["skills", "list", "--json"]));
    const found = list.skills.map(({ name, source, state }: Record<string, string>) => `${name} ${source} ${state}`);
    expect(found).toEqual(expect.arrayContaining(["greet project active", "simplify bundled active"]));
    expect(list.diagnostics).toEqual([]);
  });
});
