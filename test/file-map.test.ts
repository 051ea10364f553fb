/** Compares the map of files in AGENTS.md with the tree. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("AGENTS.md maps every file with the sentence that the file begins with", () => {
  const script = fileURLToPath(new URL("../scripts/update-file-map.mjs", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
