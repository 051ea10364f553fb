import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, type MemoryNode } from "../../test/support/memory-file-system.ts";
import type { HeldBack } from "./held-back.ts";
import { loadHeldBack } from "./load-held-back.ts";

const DEPLOY = "---\ndescription: d\nallowed-tools: Bash\nhooks:\n  Stop:\n    - hooks: [{command: x}]\n---\n!`x`\n";
const PLAIN = "---\ndescription: d\n---\nText.\n";
const load = (tree: Readonly<Record<string, MemoryNode>>, known: readonly HeldBack[] = []) =>
  loadHeldBack("/w", known, createMemoryFileSystem({ tree: { "/w/.git/HEAD": "", ...tree } }));

describe("loadHeldBack", () => {
  it("finds what lies anywhere in the workspace", async () => {
    const { heldBack, isComplete } = await load({
      "/w/a/b/.claude/skills/deploy/SKILL.md": DEPLOY,
      "/w/a/.agents/skills/plain/SKILL.md": PLAIN,
      "/w/a/.claude/commands/ship.md": DEPLOY,
      "/w/.claude/agents/one.md": PLAIN,
      "/w/.claude/agents/two.md": PLAIN,
      "/w/.claude/agents/notes.txt": PLAIN,
      "/w/c/.skillful/settings.local.json": '{"permissions":{"allow":["Bash"],"deny":["Read"]}}',
      "/w/c/.skillful/settings.json": '{"permissions":{"deny":["Read"]}}',
      "/w/.mcp.json": '{"mcpServers":{"evil":{"command":"sh"},"two":{}}}',
      "/w/c/.mcp.json": "no JSON",
      "/w/node_modules/p/.claude/skills/x/SKILL.md": DEPLOY,
      "/w/.git/.claude/skills/x/SKILL.md": DEPLOY,
    });
    expect(isComplete).toBe(true);
    expect(heldBack.map(({ kind, name, does }) => [kind, name, does.join("; ")])).toEqual([
      ["settings", "c/.skillful/settings.local.json", "allows Bash"],
      ["skill", "a/b:deploy", "allows itself Bash; registers hooks; runs commands before it starts"],
      ["skill", "a:ship", "allows itself Bash; registers hooks; runs commands before it starts"],
      ["agents", ".claude/agents", "brings kinds of sub-agent: one, two"],
      ["servers", ".mcp.json", "names servers: evil, two; this version starts none"],
      ["servers", "c/.mcp.json", "names servers; this version starts none"],
    ]);
  });

  it("says what the session knows once, and first", async () => {
    const path = "/w/.claude/skills/deploy/SKILL.md";
    const known: HeldBack = { kind: "skill", name: "deploy", path, does: ["registers hooks"] };
    const { heldBack } = await load({ [path]: DEPLOY, "/w/a/.claude/skills/other/SKILL.md": DEPLOY }, [known]);
    expect(heldBack.map(({ name }) => name)).toEqual(["deploy", "a:other"]);
    expect(heldBack[0]).toBe(known);
  });

  it("names a plugin among skills as a whole, wherever a session may start", async () => {
    const { heldBack } = await load({
      "/w/.claude/skills/kit/.claude-plugin/plugin.json": "{}",
      "/w/.claude/skills/kit/skills/deploy/SKILL.md": DEPLOY,
      "/w/a/.claude/skills/kit/.claude-plugin/plugin.json": "{}",
      "/w/a/.agents/skills/kit/.claude-plugin/plugin.json": "{}",
      "/w/a/.agents/skills/kit/SKILL.md": DEPLOY,
      "/else/kit/.claude-plugin/plugin.json": "{}",
      "/w/b/.claude/skills/kit": { link: "/else/kit" },
    });
    expect(heldBack.map(({ kind, name }) => [kind, name])).toEqual([
      ["plugin", ".claude/skills/kit"],
      ["plugin", "a/.claude/skills/kit"],
      ["skill", "a:kit"],
      ["link", "b/.claude/skills/kit"],
    ]);
  });

  it("reads nothing outside, and names the links that lead there", async () => {
    const { heldBack } = await load({
      "/else/skills/deploy/SKILL.md": DEPLOY,
      "/else/settings.json": '{"permissions":{"allow":["Bash"]}}',
      "/else/agents/SECRET.md": PLAIN,
      "/else/mcp.json": '{"mcpServers":{"SECRET":{}}}',
      "/w/a/.claude": { link: "/else" },
      "/w/b/.skillful/settings.json": { link: "/else/settings.json" },
      "/w/c/.mcp.json": { link: "/else/mcp.json" },
      "/w/d": { link: "/else" },
      "/w/e": { link: "/w" },
    });
    expect(heldBack.map(({ kind, name, does }) => [kind, name, does.join("; ")])).toEqual([
      ["link", "b/.skillful/settings.json", "leads out of the project"],
      ["link", "a/.claude/skills", "leads out of the project"],
      ["link", "a/.claude/agents", "leads out of the project"],
      ["link", "c/.mcp.json", "leads out of the project"],
    ]);
  });

  it("looks into a bounded number of folders, those near the root first, and says so", async () => {
    const decoys = Object.fromEntries(Array.from({ length: 2100 }, (_, index) => [`/w/d/${index}/x/y`, ""]));
    const { heldBack, isComplete } = await load({ ...decoys, "/w/z/.claude/skills/deploy/SKILL.md": DEPLOY });
    expect(isComplete).toBe(false);
    expect(heldBack.map(({ name }) => name)).toEqual(["z:deploy"]);
  });
});
