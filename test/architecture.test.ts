/** Holds the boundaries between the parts: who may import whom, which packages where, and what the engine's entry loads. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { listFiles } from "./support/list-files.ts";
import { type Import, readGlobals, readImports } from "./support/read-imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The parts of the source and the parts that each may import. A part is a folder of `src/`, or a file that lies in
 * `src/` itself. A part that is not in this table fails the test: decide first where it belongs.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  platform: ["engine"],
  bundled: ["engine"],
  "open-skills.ts": ["engine", "platform", "bundled"],
  "index.ts": ["engine", "platform", "open-skills.ts"],
  "ai-sdk": ["engine"],
  "ai-sdk.ts": ["ai-sdk"],
  "skillful-home.ts": [],
  agent: ["engine", "platform", "open-skills.ts", "skillful-home.ts"],
  "agent.ts": ["agent"],
  testing: [],
  "testing.ts": ["testing"],
  cli: ["agent", "engine", "platform", "open-skills.ts", "skillful-home.ts"],
};

/** Packages and Node modules that the engine may import at load time; everything else reaches it through a port. */
const ENGINE_MAY_LOAD = ["yaml", "ignore", "node:path"];
/** Packages that the engine may import when they are first needed. */
const ENGINE_MAY_LOAD_LATER = ["minisearch"];

interface SourceFile {
  readonly path: string;
  readonly part: string;
  readonly imports: readonly Import[];
}

/** Sources that only tests use: `x.test.ts` and `test-x.ts`. */
const isTestOnly = (path: string): boolean => /\.test\.ts$|\/test-[^/]+\.ts$/.test(path);

const files: readonly SourceFile[] = listFiles(root, "src")
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts") && !isTestOnly(path))
  .map((path) => ({ path, part: partOf(path), imports: readImports(path, readFileSync(`${root}/${path}`, "utf8")) }));

/** `src/engine/types.ts` → `engine`; `src/index.ts` → `index.ts`. */
function partOf(path: string): string {
  return path.split("/")[1] ?? path;
}

/** The path that a relative import leads to; undefined for packages and Node modules. */
function target(file: SourceFile, { specifier }: Import): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(file.path), specifier) : undefined;
}

/** The source in another part that an import leads to. */
function otherPart(file: SourceFile, imported: Import): string | undefined {
  const path = target(file, imported);
  return path?.startsWith("src/") && partOf(path) !== file.part ? path : undefined;
}

describe("the parts", () => {
  it("are all in the table", () => {
    const unknown = [...new Set(files.map(({ part }) => part))].filter((part) => !(part in MAY_IMPORT));
    expect(unknown).toEqual([]);
  });

  it("import only the parts that the table allows", () => {
    const wrong = files.flatMap((file) =>
      file.imports.flatMap((imported) => {
        const path = otherPart(file, imported);
        if (path === undefined) return [];
        return MAY_IMPORT[file.part]?.includes(partOf(path)) ? [] : [`${file.path} imports ${path}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("are entered through their index.ts only", () => {
    const wrong = files.flatMap((file) =>
      file.imports.flatMap((imported) => {
        const path = otherPart(file, imported);
        if (path === undefined || path.split("/").length === 2) return [];
        return path === `src/${partOf(path)}/index.ts` ? [] : [`${file.path} imports ${path}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("take from outside of src only the version, and what the program shows: its tour", () => {
    const outside = files.flatMap((file) =>
      file.imports.flatMap((imported) => {
        const path = target(file, imported);
        return path === undefined || path.startsWith("src/") ? [] : [`${file.part} ${path}`];
      }),
    );
    expect(outside.filter((one) => !/^(cli|platform) package\.json$|^cli examples\/tour\//.test(one))).toEqual([]);
  });

  it("form no cycle", () => {
    const edges = new Map<string, Set<string>>();
    for (const file of files) {
      for (const imported of file.imports) {
        const path = otherPart(file, imported);
        if (path === undefined) continue;
        edges.set(file.part, (edges.get(file.part) ?? new Set()).add(partOf(path)));
      }
    }
    expect(findCycle(edges)).toBeUndefined();
  });
});

describe("the files", () => {
  it("form no cycle at run time", () => {
    const edges = new Map<string, Set<string>>();
    for (const file of files) {
      for (const imported of file.imports) {
        const path = target(file, imported);
        if (path === undefined || imported.kind !== "static") continue;
        edges.set(file.path, (edges.get(file.path) ?? new Set()).add(path));
      }
    }
    expect(findCycle(edges)).toBeUndefined();
  });

  it("name the files they import with their ending", () => {
    const wrong = files.flatMap((file) =>
      file.imports.flatMap((imported) => {
        const path = target(file, imported);
        return path === undefined || existsSync(`${root}/${path.replace(/\?raw$/, "")}`)
          ? []
          : [`${file.path} imports ${imported.specifier}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("leave what is made for tests to the tests", () => {
    const wrong = files.flatMap((file) =>
      file.imports.flatMap((imported) => {
        const path = target(file, imported);
        return path !== undefined && isTestOnly(path) ? [`${file.path} imports ${path}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("name Node modules with `node:`", () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => isBuiltin(specifier) && !specifier.startsWith("node:"))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("have no name that says nothing", () => {
    const vague = /^(utils?|helpers?|common|manager|service|core|misc)\.ts$/;
    expect(files.map(({ path }) => path).filter((path) => vague.test(posix.basename(path)))).toEqual([]);
  });
});

describe("the engine", () => {
  const engine = files.filter(({ part }) => part === "engine");

  it("exists", () => {
    expect(engine.map(({ path }) => path)).toContain("src/engine/index.ts");
  });

  it("imports nothing but a YAML parser, an ignore matcher and path functions", () => {
    const wrong = engine.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, kind }) => {
          if (specifier.startsWith(".")) return false;
          return !(kind === "lazy" ? ENGINE_MAY_LOAD_LATER : ENGINE_MAY_LOAD).includes(specifier);
        })
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("uses no global that reaches the outside world", () => {
    const globals = ["process", "console", "require", "fetch", "XMLHttpRequest", "WebSocket", "localStorage"];
    const wrong = engine.flatMap(({ path }) =>
      readGlobals(path, readFileSync(`${root}/${path}`, "utf8"), globals).map((name) => `${path} uses ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the built entry `.`", () => {
  it("loads the engine's own dependencies and nothing else", () => {
    const loaded = packagesLoadedBy("dist/index.js");
    expect(loaded).toEqual(expect.arrayContaining(["ignore", "yaml"]));
    expect(loaded.filter((name) => !ENGINE_MAY_LOAD.includes(name))).toEqual([]);
  });

  it("is loaded through a probe that notices packages", () => {
    expect(packagesLoadedBy("dist/agent.js")).toContain("zod");
  });
});

/** Names of the packages that importing a built file loads. Fails when the file has not been built. */
function packagesLoadedBy(path: string): readonly string[] {
  const entry = `${root}/${path}`;
  expect(existsSync(entry), `${path} is missing: run \`npm run build\` first`).toBe(true);
  const probe = pathToFileURL(`${root}/test/support/log-loaded-modules.mjs`).href;
  const code = `await import(${JSON.stringify(pathToFileURL(entry).href)})`;
  const { stderr, status } = spawnSync(process.execPath, ["--import", probe, "--input-type=module", "-e", code], {
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  const names = [...stderr.matchAll(/^loaded .*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(
    ([, name]) => name ?? "",
  );
  return [...new Set(names)].sort();
}

/** A cycle as a list of nodes that ends where it began; undefined when there is none. */
function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (node: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of edges.get(node) ?? []) {
      const cycle = walk(next, [...trail, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of edges.keys()) {
    const cycle = walk(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}
