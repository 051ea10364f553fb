/** An interactive session in a hostile repository: opened, completed, looked around in, and used without trust. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allTexts } from "../support/scenario-run.ts";
import { hasPseudoTerminal, openTerminal } from "../support/terminal.ts";
import { createHostileRepository, type HostileRepository } from "./hostile-repository.ts";

let clone: HostileRepository;
beforeAll(async () => {
  clone = await createHostileRepository();
});
afterAll(() => clone.dispose());

/** Sequences and characters of the repository's that a terminal would act on; the program's own only move and color. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const PLANTED = /\u001b\](?:0|52);|\u001b\[5m|\u009b|\u202e|\u2066|\u0000/;

describe.skipIf(!hasPseudoTerminal)("a session in a terminal", () => {
  it("runs nothing of it, after a no to the question of trust", async () => {
    clone.server.setScript(() => ({ text: "Understood." }));
    const { world, server, path } = clone;
    const terminal = openTerminal({ project: world, server, env: { PATH: path, OPENAI_API_KEY: "key" } }, []);
    try {
      await terminal.shows("Do you trust what is in this workspace?");
      await terminal.shows("[a]lways, [o]nce for now, [n]o");
      terminal.type("n\r");
      await terminal.shows("its skills are text only");
      await terminal.shows("› ");
      for (const [typed, shown] of [
        ["/skills\r", "A plain skill that only helps"],
        ["/help\r", "/skills"],
        ["/doctor\r", "trusted"],
        ["/hook\t", "/hooked"],
        ["\r", "Understood."],
        ["/inject a b\r", "Understood."],
        ["/forked\r", "Understood."],
        ["/link-folder\r", "not found"],
        ["hello\r", "Understood."],
      ] as const) {
        terminal.type(typed);
        await terminal.shows(shown);
        if (typed.endsWith("\r")) await terminal.shows("› ");
      }
      terminal.type("/exit\r");
      const { raw, exitCode } = await terminal.ended();
      expect(exitCode).toBe(0);
      expect(raw).not.toMatch(PLANTED);
      expect(clone.leaks(raw)).toEqual([]);
    } finally {
      terminal.kill();
    }
    expect(clone.marks()).toEqual([]);
    expect(clone.thief.requests).toEqual([]);
    const texts = server.requests.flatMap(({ view }) => allTexts(view)).join("\n");
    expect(texts).toContain("inject-1");
    expect(texts).not.toContain("THE-BOSS-SPEAKS");
  }, 60_000);
});
