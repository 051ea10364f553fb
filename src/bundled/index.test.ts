import { describe, expect, it } from "vitest";
import { HOOK_EVENT_NAMES } from "../engine/hook-events.ts";
import { resolveEngineSettings } from "../engine/index.ts";
import { parseSkill } from "../engine/parse-skill.ts";
import { expandTemplate } from "../engine/template.ts";
import { bundledSkills } from "./index.ts";

const TOOLS = ["Read", "Write", "Edit", "Bash", "Glob", "Grep", "GitDiff", "Skill"];
/** Tools of other programs that a writer of skills has in the fingers. */
const FOREIGN_TOOLS = /\b(WebFetch|WebSearch|TodoWrite|MultiEdit|NotebookEdit|AskUserQuestion|BashOutput|LS)\b/;
/** The open standard's fields, and the two extensions that bundled skills use. */
const FIELDS = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
  "argument-hint",
  "context",
];

const parsed = bundledSkills.map(({ name, text }) => {
  const path = `bundled:${name}/SKILL.md`;
  const result = parseSkill({ bytes: new TextEncoder().encode(text), path, directoryName: name, kind: "skill" });
  if (result.kind === "refused") throw new Error(`${path}: ${result.diagnostics.map((one) => one.message).join("; ")}`);
  return { name, text, ...result };
});

describe("the bundled skills", () => {
  it("are these, two of them behind flags", () => {
    expect(bundledSkills.map(({ name, feature }) => (feature === undefined ? name : `${name} (${feature})`))).toEqual([
      "claude-api (claude-api)",
      "commit",
      "debug",
      "loop (loop)",
      "review",
      "simplify",
      "skill-creator",
      "update-config",
    ]);
  });

  it("stand alone: none contains another one's text", () => {
    expect(new Set(parsed.map(({ body }) => body)).size).toBe(bundledSkills.length);
  });
});

describe.each(parsed)("the bundled skill $name", ({ name, text, definition, body, diagnostics }) => {
  it("parses without a complaint", () => {
    expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(definition.name).toBe(name);
    expect(definition.extra).toEqual({});
  });

  it("keeps to the open standard but for two fields", () => {
    const frontmatter = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "";
    const keys = [...frontmatter.matchAll(/^([\w-]+):/gm)].map(([, key]) => key);
    expect(keys.filter((key) => !FIELDS.includes(key ?? ""))).toEqual([]);
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it("says in a listed line what it does and when to use it", () => {
    expect([...definition.description].length).toBeLessThanOrEqual(250);
    expect(definition.description).toMatch(/\bUse (when|before|after|for)\b/);
  });

  it("is short", () => {
    expect(body.split("\n").length).toBeLessThan(120);
  });

  it("names only tools that exist, and grants no whole shell", () => {
    const named = definition.allowedTools.map((rule) => rule.replace(/\(.*\)$/, ""));
    expect(named.filter((tool) => !TOOLS.includes(tool))).toEqual([]);
    expect(definition.allowedTools).not.toContain("Bash");
    expect(body).not.toMatch(FOREIGN_TOOLS);
  });

  it("runs nothing when it is expanded", () => {
    expect(definition.hasInjectedCommands).toBe(false);
    expect(definition.hooks).toBeUndefined();
  });

  it("comes out of expansion as it is meant to be read", () => {
    const sentinel = "<inserted>";
    const variables = { skillDir: sentinel, sessionId: sentinel, projectDir: sentinel, effort: sentinel };
    const expanded = expandTemplate({ body, skill: definition, args: "", variables, commands: "keep" });
    const result = expanded.kind === "expanded" ? expanded.segments : [];
    const shown = result.map((segment) => (segment.kind === "text" ? segment.text : sentinel)).join("");
    expect(shown.length).toBeGreaterThan(1000);
    expect(shown).not.toContain(sentinel);
    expect(shown).not.toContain("\\$");
  });

  it("takes arguments exactly when it announces them", () => {
    expect(/(?<!\\)\$ARGUMENTS/.test(body)).toBe(definition.argumentHint !== undefined);
  });
});

describe("update-config", () => {
  const body = parsed.find(({ name }) => name === "update-config")?.body ?? "";

  it("knows every setting of the engine", () => {
    const { skills, listing, permissions } = resolveEngineSettings();
    const keys = [...Object.keys(skills), ...Object.keys(listing), "budget", ...Object.keys(permissions)];
    expect(keys.filter((key) => !body.includes(`\`${key}\``) && !body.includes(`"${key}"`))).toEqual([]);
  });

  it("knows every hook event", () => {
    expect(HOOK_EVENT_NAMES.filter((event) => !body.includes(`\`${event}\``))).toEqual([]);
  });

  it("shows an example that is JSON", () => {
    const example = /```json\n([\s\S]*?)```/.exec(body)?.[1] ?? "";
    expect(Object.keys(JSON.parse(example))).toEqual(["model", "env", "permissions", "hooks", "skills", "listing"]);
  });
});
