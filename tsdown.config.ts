import { defineConfig } from "tsdown";

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
    entry: { index: "src/index.ts", agent: "src/agent.ts", testing: "src/testing.ts" },
    outDir: "dist",
    dts: true,
    clean: true,
    fixedExtension: false,
  },
  {
    ...shared,
    entry: { bin: "src/cli/bin.ts" },
    outDir: "dist",
    dts: false,
    clean: false,
    minify: true,
    fixedExtension: false,
    noExternal: [/.*/],
    inlineOnly: false,
  },
]);
