import { readFileSync } from "node:fs";
import { defineConfig } from "tsdown";

/** Makes `import text from "./file?raw"` the file's text, as the test runner has it. */
const rawText = {
  name: "raw-text",
  load(id: string) {
    if (!id.endsWith("?raw")) return;
    const text = readFileSync(id.slice(0, -"?raw".length), "utf8");
    return { code: `export default ${JSON.stringify(text)};`, moduleType: "js" as const };
  },
};

/** What the program imports of `yaml`: it runs the library only when a file needs it, which few do (src/engine/parse-yaml.ts). */
const YAML_NAMES = ["isAlias", "isMap", "isScalar", "isSeq", "parseDocument"];
const lazyYaml = {
  name: "lazy-yaml",
  resolveId: (id: string, importer: string | undefined) =>
    id === "yaml" && importer?.endsWith(".ts") ? "\0lazy-yaml" : undefined,
  load(id: string) {
    if (id !== "\0lazy-yaml") return;
    const names = YAML_NAMES.map((name) => `export const ${name} = (...args) => require("yaml").${name}(...args);`);
    return { code: names.join("\n"), moduleType: "js" as const };
  },
};

/**
 * Writes what is not ASCII as escapes, after minifying: V8 holds a text with a single character beyond Latin-1 in twice the
 * memory, which a start pays for. Right everywhere but in tagged templates that read their raw text, which the check refuses.
 */
const asciiOutput = {
  name: "ascii-output",
  generateBundle(_options: unknown, bundle: Record<string, { type: string; code?: string; fileName: string }>) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk" || chunk.code === undefined) continue;
      if (/\.raw`[^`]*[^\0-\x7f]/.test(chunk.code))
        throw new Error(`${chunk.fileName}: a raw template that is not ASCII`);
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

// Two builds of one source. The library entries keep their dependencies as imports, so that an embedder
// shares one copy with their own agent. The program is bundled whole, because start-up time is mostly
// module resolution (docs/decisions/0002-bundled-program.md).
const shared = {
  format: "esm",
  platform: "node",
  target: "node20.19",
  loader: { ".md": "text" },
} as const;

export default defineConfig([
  {
    ...shared,
    plugins: [rawText],
    entry: { index: "src/index.ts", agent: "src/agent.ts", "ai-sdk": "src/ai-sdk.ts", testing: "src/testing.ts" },
    outDir: "dist",
    dts: true,
    clean: true,
    fixedExtension: false,
  },
  {
    ...shared,
    plugins: [rawText, lazyYaml, asciiOutput],
    // CommonJS, because compiled code can be kept for it in every Node (src/cli/load-program.ts).
    format: "cjs",
    entry: { bin: "src/cli/bin.ts", program: "src/cli/main.ts" },
    outDir: "dist",
    dts: false,
    clean: false,
    minify: true,
    noExternal: [/.*/],
    inlineOnly: false,
  },
]);
