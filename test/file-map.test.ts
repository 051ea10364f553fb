/** Compares the map of files in AGENTS.md and the index of decisions with the tree. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("AGENTS.md and docs/README.md are as `npm run map` writes them", () => {
  const script = fileURLToPath(new URL("../scripts/update-file-map.mjs", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
