/** Requirement A4 without a terminal: the tour shows listing, activation, inline and fork, offline, and leaves nothing behind. */

import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TOUR_FILES } from "../../src/cli/tour-project.ts";
import { createProgramWorld } from "../support/program-world.ts";

const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("skillful-tour-"));

describe("the tour", () => {
  it("plays without a terminal, a key or a network, and cleans up", async () => {
    const world = await createProgramWorld({ env: { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "must-not-be-used" } });
    try {
      const before = await leftovers();
      const { stdout, stderr, exitCode } = await world.run([]);
      expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
      expect(stdout).toMatch(/react-helper +waiting +wakes when a file matches src\/\*\*\/\*\.tsx/);
      expect(stdout).toContain("Hello, Alice! Welcome to Skillful.");
      expect(stdout).toMatch(/● Read src\/greeting\.tsx/);
      expect(stdout).toContain("◆ react-helper woke up");
      expect(stdout).toContain("Current task: a close button");
      expect(stdout).toMatch(/◆ look-around src in a fork\n {2}● Glob/);
      expect(stdout.indexOf("woke up")).toBeLessThan(stdout.indexOf("Current task"));
      expect(await leftovers()).toEqual(before);
      expect(await readdir(world.home)).toEqual([]);
      // Compiled code, and nothing of the tour's project.
      expect(await readdir(world.skillfulHome)).toEqual(["cache"]);
      expect(await readdir(join(world.skillfulHome, "cache"))).toEqual(["code"]);
    } finally {
      await world.dispose();
    }
  });

  it("shows the project in examples/tour", () => {
    for (const [path, text] of Object.entries(TOUR_FILES)) {
      expect(text).toBe(readFileSync(new URL(`../../examples/tour/${path}`, import.meta.url), "utf8"));
    }
  });
});
