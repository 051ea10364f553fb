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
    plugins: [rawText],
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
