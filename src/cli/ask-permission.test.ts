import { describe, expect, it } from "vitest";
import type { LastingOffer, PermissionQuestion, SavedRules } from "../agent/index.ts";
import { askPermission } from "./ask-permission.ts";
import { createPalette } from "./palette.ts";

const question: PermissionQuestion = {
  id: "1",
  tool: "Bash",
  input: { command: "npm test" },
  access: { kind: "command", command: "npm test" },
  reason: "No rule allows npm test.",
  suggestions: ["Bash(npm test)"],
  by: "model",
  always: {
    kind: "offered",
    rules: ["Bash(npm test)"],
    path: "/project/.skillful/settings.local.json",
    save: () => Promise.resolve({ kind: "saved" }),
  },
  signal: new AbortController().signal,
};

async function ask(answers: (string | undefined)[], change: Partial<PermissionQuestion> = {}) {
  let written = "";
  const answer = await askPermission(
    { ...question, ...change },
    {
      asker: {
        write: (text) => {
          written += text;
        },
        ask: (text) => {
          written += text;
          return Promise.resolve(answers.shift());
        },
      },
      palette: createPalette(false),
      columns: 80,
      cwd: "/project",
    },
  );
  return { answer, written };
}

/** An offer whose outcome is `saved`, and how often it was taken. */
function offer(saved: SavedRules, rules: readonly string[] = ["Bash(npm test)"]) {
  let taken = 0;
  const always: LastingOffer = {
    kind: "offered",
    rules,
    path: "/project/.skillful/settings.local.json",
    save() {
      taken += 1;
      return Promise.resolve(saved);
    },
  };
  return { always, taken: () => taken };
}

describe("askPermission", () => {
  it("shows the call, the reason and what each answer does", async () => {
    expect((await ask(["y"])).written).toMatchInlineSnapshot(`
      "
      ? Bash npm test
        No rule allows npm test.
        s  allows Bash(npm test) for this session
        a  adds Bash(npm test) to .skillful/settings.local.json
        n  with words tells the model what to do instead: n use pnpm
        [y]es once, [s]ession, [a]lways, [n]o › "
    `);
  });

  it("shows what would be written, changed or run where the call's line cannot", async () => {
    const shown = async (tool: string, input: unknown) =>
      (await ask(["y"], { tool, input, suggestions: [], by: "user" })).written.split("\n  No rule")[0];
    expect(await shown("Write", { file_path: "a.ts", content: "const a = 1;\n" })).toBe(
      "\n? Write a.ts\n    + const a = 1;",
    );
    expect(await shown("Edit", { file_path: "a.ts", old_string: "a\nb", new_string: "a\nc" })).toBe(
      "\n? Edit a.ts\n      a\n    - b\n    + c",
    );
    expect(await shown("Bash", { command: "npm test\nrm -r src" })).toBe("\n? Bash\n    npm test\n    rm -r src");
    const long = `echo ${"word ".repeat(100)}; rm -r src`;
    expect(await shown("Bash", { command: long })).toBe(`\n? Bash\n    ${long}`);
  });

  it("takes the answers offered", async () => {
    expect((await ask([" Yes "])).answer).toEqual({ kind: "allow" });
    expect((await ask(["s"])).answer).toEqual({ kind: "allow", remember: ["Bash(npm test)"] });
    expect((await ask(["n"])).answer).toEqual({ kind: "deny" });
    expect((await ask([undefined])).answer).toEqual({ kind: "deny" });
  });

  it("takes words behind a no for the model", async () => {
    expect((await ask(["n use pnpm instead"])).answer).toEqual({ kind: "deny", message: "use pnpm instead" });
    expect((await ask(["No, not \u001b[31mthat"])).answer).toEqual({ kind: "deny", message: "not \u001b[31mthat" });
    expect((await ask(["N:  ", "y"])).answer).toEqual({ kind: "deny" });
    expect((await ask(["nope", "yes please", "n!"])).answer).toEqual({ kind: "deny" });
  });

  it("remembers all rules of a call that needs several", async () => {
    const suggestions = ["Bash(npm test)", "Bash(npm run lint)"];
    const { answer, written } = await ask(["s"], { suggestions });
    expect(written).toContain("s  allows Bash(npm test) and Bash(npm run lint) for this session");
    expect(answer).toEqual({ kind: "allow", remember: suggestions });
  });

  it("keeps for good what the offer says, and only when it is asked to", async () => {
    const kept = offer({ kind: "saved", note: "git ignores it." }, ["Edit(/src/a.ts)"]);
    const { answer, written } = await ask(["a"], { suggestions: ["Edit(src/a.ts)"], always: kept.always });
    expect(written).toContain("a  adds Edit(/src/a.ts) to .skillful/settings.local.json");
    expect(written).toContain("kept in .skillful/settings.local.json. git ignores it.");
    expect(answer).toEqual({ kind: "allow" });
    expect(kept.taken()).toBe(1);

    const unused = offer({ kind: "saved" });
    for (const answers of [["y"], ["s"], ["n"], ["n always"]]) await ask(answers, { always: unused.always });
    expect(unused.taken()).toBe(0);
  });

  it("lets the call go on, and says so, when the rule cannot be kept", async () => {
    const failed = offer({ kind: "failed", message: "settings.local.json:3:1: not JSON", hint: "Mend it." });
    const { answer, written } = await ask(["always"], { always: failed.always });
    expect(answer).toEqual({ kind: "allow" });
    expect(written.replace(/\s+/g, " ")).toContain(
      "warning: not kept, so it holds for this session only: settings.local.json:3:1: not JSON Mend it.",
    );
  });

  it("does not offer what cannot be kept, and says why", async () => {
    const withheld = { kind: "withheld", reason: "the settings of a workspace that is not trusted cannot" } as const;
    const { answer, written } = await ask(["a", "always", "s"], { always: withheld });
    expect(written).toContain("not for good: the settings of a workspace that is not trusted cannot");
    expect(written).not.toContain("[a]lways");
    expect(answer).toEqual({ kind: "allow", remember: ["Bash(npm test)"] });
  });

  it("shows a rule in full however long it is", async () => {
    const rule = `Bash(${Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ")})`;
    const { written } = await ask(["y"], { suggestions: [rule], always: offer({ kind: "saved" }, [rule]).always });
    expect(written.replace(/\s+/g, " ").split(rule)).toHaveLength(3);
  });

  it("does not promise that the model reads it where nobody waits but the person", async () => {
    expect((await ask(["n"], { by: "user" })).written).not.toContain("tells the model");
  });

  it("asks again for anything else", async () => {
    expect((await ask(["", "maybe", "no"])).answer).toEqual({ kind: "deny" });
    const always = { kind: "withheld", reason: "this is asked about every time" } as const;
    const forced = await ask(["s", "y"], { suggestions: [], always });
    expect(forced.answer).toEqual({ kind: "allow" });
    expect(forced.written).not.toContain("session");
  });

  it("ends when the turn is stopped", async () => {
    await expect(ask([], { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow("stopped");
  });
});
