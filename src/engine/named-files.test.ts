import { describe, expect, it } from "vitest";
import { openTestEngine, skill, type TestEngineOptions } from "../../test/support/engine-world.ts";
import { createMemoryFileSystem, type MemoryNode } from "../../test/support/memory-file-system.ts";
import { findNamedFiles } from "./named-files.ts";

const TREE: Readonly<Record<string, MemoryNode>> = {
  "/proj/src/a.tsx": "",
  "/proj/src/b c.tsx": "",
  "/proj/Makefile": "",
  "/proj/docs": { kind: "directory" },
  "/proj/pipe.tsx": { kind: "pipe" },
  "/elsewhere/a.tsx": "",
  "/real/x.tsx": "",
};

const find = (output: string, realCwd = "/proj") =>
  findNamedFiles(output, { cwd: "/proj", realCwd, fileSystem: createMemoryFileSystem({ tree: TREE }) });

describe("findNamedFiles", () => {
  it.each([
    ["src/a.tsx:3:1 error", ["/proj/src/a.tsx"]],
    ["Makefile\n./src/b c.tsx\nsrc/a.tsx\nsrc/a.tsx", ["/proj/Makefile", "/proj/src/b c.tsx", "/proj/src/a.tsx"]],
    ["src/gone.tsx docs/ pipe.tsx .", []],
    ["/elsewhere/a.tsx ../elsewhere/a.tsx /real/x.tsx", []],
    ["", []],
  ])("in %j finds %j", async (output, expected) => {
    expect(await find(output)).toEqual(expected);
  });

  it("takes the working directory by both of its paths", async () => {
    expect(await find("/real/x.tsx", "/real")).toEqual(["/real/x.tsx"]);
  });

  it("looks up and finds no more than so many", async () => {
    const paths = Array.from({ length: 5000 }, (_, index) => `d/${index}.ts`);
    const fileSystem = createMemoryFileSystem({ tree: Object.fromEntries(paths.map((path) => [`/proj/${path}`, ""])) });
    const found = await findNamedFiles(paths.join("\n"), { cwd: "/proj", realCwd: "/proj", fileSystem });
    expect(found).toEqual(paths.slice(0, 100).map((path) => `/proj/${path}`));
    expect(fileSystem.calls.length).toBeLessThanOrEqual(1000);
  });
});

describe("a session", () => {
  const open = async (options: TestEngineOptions) => {
    const tree = { react: skill("paths: 'src/**/*.tsx'"), dig: skill("context: fork"), ...TREE };
    return (await openTestEngine(tree, options)).engine.session();
  };
  const ON = { settings: { skills: { filesFromShell: true }, permissions: { allow: ["Skill(dig)"] } } };

  it("finds them when the setting says so, and only then", async () => {
    expect(await (await open({})).filesNamedIn("src/a.tsx")).toEqual([]);
    const session = await open(ON);
    const { activated } = await session.touched(await session.filesNamedIn("M src/a.tsx"), "read");
    expect(activated.map(({ name }) => name)).toEqual(["react"]);
  });

  it("finds none in a fork, which wakes nothing", async () => {
    const outcome = await (await open(ON)).invoke({ name: "dig", args: "", by: "model" });
    if (outcome.kind !== "fork") throw new Error(outcome.kind);
    expect(await outcome.request.session.filesNamedIn("src/a.tsx")).toEqual([]);
  });
});
