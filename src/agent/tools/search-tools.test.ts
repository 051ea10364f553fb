import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolSandbox, type ToolSandbox } from "../../../test/support/tool-sandbox.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";

let box: ToolSandbox;
beforeEach(() => {
  box = createToolSandbox();
  for (const [name, content] of Object.entries({
    ".git/HEAD": "ref",
    ".git/info/exclude": "excluded.txt\n",
    ".gitignore": "dist/\n*.log\n!keep.log\n",
    "a.ts": "const one = 1;\nconst two = 2;\n",
    "src/b.tsx": "export const one = 1;\r\n",
    "src/[id]/(group)/c.ts": "one\n",
    "src/deep/.gitignore": "secret.ts\n!x.log\n",
    "src/deep/secret.ts": "one\n",
    "src/deep/x.log": "one\n",
    "dist/out.ts": "one\n",
    "excluded.txt": "one\n",
    "keep.log": "one\n",
    "drop.log": "one\n",
    "node_modules/m/i.ts": "one\n",
    ".github/w.yml": "one: 1\n",
    "data.bin": "one\0",
  })) {
    box.write(name, content);
  }
});
afterEach(() => box.remove());

const glob = async (input: object, more = {}) => (await box.run(globTool, input, more)).text.split("\n");
const grep = async (input: object, more = {}) => (await box.run(grepTool, input, more)).text.split("\n");

describe("Glob", () => {
  it("finds files in a fixed order, without what git ignores", async () => {
    expect(await glob({ pattern: "**/*" })).toEqual([
      ".github/w.yml",
      ".gitignore",
      "a.ts",
      "data.bin",
      "keep.log",
      "src/[id]/(group)/c.ts",
      "src/b.tsx",
      "src/deep/.gitignore",
      "src/deep/x.log",
    ]);
  });

  it.each([
    ["*.ts", ["a.ts"]],
    ["**/*.{ts,tsx}", ["a.ts", "src/[id]/(group)/c.ts", "src/b.tsx"]],
    ["src/*/(group)/*", ["src/[id]/(group)/c.ts"]],
    ["a.ts", ["a.ts"]],
    ["./src/b.tsx", ["src/b.tsx"]],
    ["src/[id]/**", ["src/[id]/(group)/c.ts"]],
    ["src/[a-c].tsx", ["src/b.tsx"]],
    ["[!b]*.ts", ["a.ts"]],
    ["*", [".gitignore", "a.ts", "data.bin", "keep.log"]],
    ["src/?.tsx", ["src/b.tsx"]],
    ["src/*.none", ["No file matches src/*.none."]],
  ])("%s", async (pattern, expected) => {
    expect(await glob({ pattern })).toEqual(expected);
  });

  it("takes absolute patterns and directories, and looks into an ignored one when told to", async () => {
    expect(await glob({ pattern: `${box.cwd}/src/*.tsx` })).toEqual(["src/b.tsx"]);
    expect(await glob({ pattern: "*.ts", path: "dist" })).toEqual(["dist/out.ts"]);
    expect(await glob({ pattern: "node_modules/**" })).toEqual(["node_modules/m/i.ts"]);
    expect(globTool.access({ pattern: "../x/**/*.ts" }, { cwd: "/w/a" })).toEqual({ kind: "read", paths: ["/w/x"] });
    expect(globTool.access({ pattern: "/etc/*" }, { cwd: "/w/a" })).toEqual({ kind: "read", paths: ["/etc"] });
  });

  it("lists links without following them, and ends in spite of loops", async () => {
    symlinkSync(box.cwd, box.path("src/loop"));
    symlinkSync("/etc/hostname", box.path("src/host"));
    expect(await glob({ pattern: "src/*" })).toEqual(["src/b.tsx", "src/host", "src/loop"]);
    expect(await grep({ pattern: ".", path: "src", glob: "host" })).toEqual(["No match for .."]);
  });

  it("takes no rules from ignore files that are links, as git does not, nor from what is no file", async () => {
    box.write("elsewhere", "*.tsx\n*.ts\n");
    symlinkSync(box.path("elsewhere"), box.path("src/.gitignore"));
    rmSync(box.path(".git/info/exclude"));
    symlinkSync("/etc/hostname", box.path(".git/info/exclude"));
    execFileSync("mkfifo", [box.path("src/deep/pipe")]);
    rmSync(box.path("src/deep/.gitignore"));
    symlinkSync("pipe", box.path("src/deep/.gitignore"));
    expect(await glob({ pattern: "src/**/*.ts*" })).toEqual([
      "src/[id]/(group)/c.ts",
      "src/b.tsx",
      "src/deep/secret.ts",
    ]);
  });

  it("is bounded, hides what may not be read, and explains a missing directory", async () => {
    for (let index = 0; index < 510; index++) box.write(`many/${String(index).padStart(3, "0")}`, "");
    const many = await glob({ pattern: "many/*" });
    expect(many.length).toBe(502);
    expect(many.at(-1)).toContain("Only the first 500 are shown");
    expect(await glob({ pattern: "*.ts" }, { mayRead: () => false })).toEqual(["No file matches *.ts."]);
    expect(await box.run(globTool, { pattern: "*", path: "gone" })).toMatchObject({ isError: true });
  });

  it("does not hang on a hostile pattern", async () => {
    box.write(`${"a".repeat(200)}.txt`, "");
    const hostile = [
      `${"*a".repeat(40)}b`,
      "**/".repeat(100),
      `{${"a,".repeat(100)}}`,
      `${"[a]".repeat(100)}*`,
      "+(+(a))b",
    ];
    for (const pattern of hostile) expect((await glob({ pattern: `${pattern}x` }))[0]).toContain("No file");
  });
});

describe("Grep", () => {
  it("shows matching lines with file and number", async () => {
    expect(await grep({ pattern: "one" })).toEqual([
      ".github/w.yml:1:one: 1",
      "a.ts:1:const one = 1;",
      "keep.log:1:one",
      "src/[id]/(group)/c.ts:1:one",
      "src/b.tsx:1:export const one = 1;",
      "src/deep/x.log:1:one",
    ]);
  });

  it("lists files or counts lines, in one file or by name", async () => {
    expect(await grep({ pattern: "const", output_mode: "files_with_matches" })).toEqual(["a.ts", "src/b.tsx"]);
    expect(await grep({ pattern: "const", output_mode: "count", path: "a.ts" })).toEqual(["a.ts:2"]);
    expect(await grep({ pattern: "ONE", "-i": true, glob: "*.tsx" })).toEqual(["src/b.tsx:1:export const one = 1;"]);
    expect(await grep({ pattern: "one", glob: "src/**/*.ts" })).toEqual(["src/[id]/(group)/c.ts:1:one"]);
    expect(await grep({ pattern: "one;", path: "a.ts" })).toEqual(["No match for one;."]);
  });

  it("shows lines around matches", async () => {
    box.write("f.txt", "1\n2 x\n3\n4\n5\n6 x\n7 x\n8\n");
    expect(await grep({ pattern: "x", path: "f.txt", "-C": 1 })).toEqual([
      "f.txt-1-1",
      "f.txt:2:2 x",
      "f.txt-3-3",
      "--",
      "f.txt-5-5",
      "f.txt:6:6 x",
      "f.txt:7:7 x",
      "f.txt-8-8",
    ]);
  });

  it("is bounded", async () => {
    box.write("f.txt", "x\n".repeat(1000));
    const all = await grep({ pattern: "x", path: "f.txt" });
    expect(all.length).toBe(502);
    expect(all.at(-1)).toBe("(Only the first 500 lines are shown; narrow the search.)");
    expect((await grep({ pattern: "x", path: "f.txt", head_limit: 2 })).slice(0, 2)).toEqual([
      "f.txt:1:x",
      "f.txt:2:x",
    ]);
    box.write("g.txt", `${"x".repeat(5000)}\n`.repeat(3));
    expect((await grep({ pattern: "x", path: "g.txt" })).every((line) => line.length < 600)).toBe(true);
    box.write("huge.txt", "x".repeat(5 * 1024 * 1024 + 1));
    expect((await grep({ pattern: "x", path: "huge.txt" })).at(-1)).toBe("(Too large to search: huge.txt.)");
  });

  it("takes linear time on patterns that make other engines hang", async () => {
    box.write("f.txt", `${"a".repeat(100_000)}\n`);
    expect(await grep({ pattern: "(a+)+$b|(a|aa)+c", path: "f.txt" })).toEqual(["No match for (a+)+$b|(a|aa)+c."]);
  });

  it("explains patterns that it cannot use", async () => {
    expect((await grep({ pattern: "(" }))[0]).toContain("not a valid regular expression");
    expect((await grep({ pattern: "(?<=a)b" }))[0]).toContain("Look-around and back-references are not supported.");
    expect(await box.run(grepTool, { pattern: "x", path: "gone" })).toMatchObject({ isError: true });
  });

  it("leaves out what may not be read", async () => {
    const mayRead = (path: string) => path.endsWith(".log");
    expect(await grep({ pattern: "one" }, { mayRead })).toEqual(["keep.log:1:one", "src/deep/x.log:1:one"]);
  });
});
