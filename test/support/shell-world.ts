/** A trusted project on the disk whose skills may run every command in a real shell, for cases on what commands do. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Outcome } from "../../src/engine/index.ts";
import { openSkills } from "../../src/open-skills.ts";

export interface ShellWorld {
  invoke(name: string, args?: string): Promise<Outcome>;
  /** Whether a file of this name exists in the project. */
  has(name: string): boolean;
  dispose(): void;
}

/** Skills by name, as the whole text of their `SKILL.md`. */
export async function createShellWorld(skills: Readonly<Record<string, string>>): Promise<ShellWorld> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "skillful-shell-")));
  for (const [name, text] of Object.entries(skills)) {
    const path = join(cwd, ".claude/skills", name, "SKILL.md");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const engine = await openSkills({
    cwd,
    home: "",
    trusted: true,
    bundled: [],
    authorizeCommand: async () => ({ allowed: true, reason: "" }),
  });
  const session = engine.session();
  return {
    invoke: (name, args = "") => session.invoke({ name, args, by: "user" }),
    has: (name) => existsSync(join(cwd, name)),
    dispose: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
