import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideTool } from "./decide-tool.ts";
import { formatPathRule, matchPathRule } from "./path-rule.ts";
import { createReadFilter } from "./read-filter.ts";
import type { SourcedRule, ToolPolicy, ToolRequest } from "./tool-policy.ts";

const rules = (...texts: string[]): SourcedRule[] => texts.map((text) => ({ text, origin: "test" }));

function policy(more: Partial<ToolPolicy> = {}): ToolPolicy {
  return {
    allow: [],
    ask: [],
    deny: [],
    grants: [],
    mode: "default",
    cwd: "/home/dev/app",
    home: "/home/dev",
    workspace: ["/home/dev/app", "/srv/shared"],
    readable: ["/home/dev/.claude/skills"],
    isInteractive: true,
    ...more,
  };
}

function file(kind: "read" | "write", given: string, real = given): ToolRequest {
  return { tool: kind === "read" ? "Read" : "Edit", access: { kind, paths: [{ given, real }] } };
}

const verdict = (request: ToolRequest, more: Partial<ToolPolicy> = {}) => decideTool(request, policy(more)).decision;

describe("files", () => {
  it.each([
    ["read", "/home/dev/app/a.ts", {}, "allow"],
    ["read", "/home/dev/app", {}, "allow"],
    ["read", "/srv/shared/x", {}, "allow"],
    ["read", "/home/dev/.claude/skills/s/SKILL.md", {}, "allow"],
    ["read", "/home/dev/application/a.ts", {}, "ask"],
    ["read", "/home/dev", {}, "ask"],
    ["read", "/etc/passwd", { allow: rules("Read") }, "ask"],
    ["read", "/etc/passwd", { allow: rules("Read(*)") }, "ask"],
    ["read", "/etc/passwd", { allow: rules("Read(//etc/**)") }, "allow"],
    ["read", "/etc/passwd", { allow: rules("Edit(//etc/passwd)") }, "allow"],
    ["write", "/etc/passwd", { allow: rules("Read(//etc/**)") }, "ask"],
    ["write", "/home/dev/app/a.ts", {}, "ask"],
    ["write", "/home/dev/app/a.ts", { allow: rules("Edit") }, "allow"],
    ["write", "/home/dev/app/a.ts", { allow: rules("Write") }, "allow"],
    ["write", "/home/dev/app/a.ts", { allow: rules("Edit(*.ts)") }, "allow"],
    ["write", "/home/dev/app/a.ts", { mode: "accept-edits" }, "allow"],
    ["write", "/home/dev/app/a.ts", { mode: "bypass" }, "allow"],
    ["write", "/home/dev/app/a.ts", { mode: "dont-ask" }, "deny"],
    ["write", "/home/dev/app/.git/config", { mode: "accept-edits", allow: rules("Edit") }, "ask"],
    ["write", "/home/dev/app/.git/config", { mode: "bypass" }, "allow"],
    ["write", "/home/dev/.claude/skills/s/SKILL.md", { mode: "accept-edits" }, "ask"],
    ["write", "/srv/other", { mode: "accept-edits", allow: rules("Edit") }, "ask"],
    ["write", "/srv/other", { mode: "bypass" }, "allow"],
    ["write", "/srv/other", { mode: "bypass", deny: rules("Edit(//srv/**)") }, "deny"],
    ["write", "/srv/other", { mode: "bypass", ask: rules("Edit(//srv/**)") }, "ask"],
    ["read", "/home/dev/app/.ENV", { deny: rules("Read(.env)") }, "deny"],
    ["read", "/home/dev/app/x/.env", { deny: rules("Read(.env)"), allow: rules("Read(.env)") }, "deny"],
    ["read", "/srv/shared/.env", { deny: rules("Read(.env)") }, "deny"],
    ["read", "/home/dev/app/x/secret/k", { deny: rules("Read(secret/**)") }, "deny"],
    ["read", "/etc/x/secret/k", { allow: rules("Read(secret/**)") }, "ask"],
    ["read", "/home/dev/app/a.ts", { deny: rules("Grep") }, "allow"],
    ["read", "/home/dev/app/a.ts", { deny: rules("*") }, "deny"],
    ["write", "/home/dev/app/a.ts", { allow: rules("*") }, "ask"],
    ["read", "/home/dev/app/a.ts", { deny: rules("Read(") }, "ask"],
    // Spellings that open the same file on some disk.
    ["read", "/home/dev/app/cafe\u0301.txt", { deny: rules("Read(caf\u00e9.txt)") }, "deny"],
    ["read", "/home/dev/app/.e\u200cnv", { deny: rules("Read(.env)") }, "deny"],
    ["read", "/home/dev/app/.env::$DATA", { deny: rules("Read(.env)") }, "deny"],
    ["read", "/home/dev/app/.env. ", { deny: rules("Read(.env)") }, "deny"],
    ["read", "/home/dev/app/\u017fecret/x", { deny: rules("Read(secret/**)") }, "deny"],
    ["read", "/home/dev/app/a:b", { deny: rules("Read(a:b)") }, "deny"],
    ["write", "/home/dev/app/.g\u200cit/config", { mode: "accept-edits" }, "ask"],
    ["write", "/home/dev/app/.GIT./config", { mode: "accept-edits" }, "ask"],
    ["write", "/home/dev/app/.git::$INDEX_ALLOCATION/config", { mode: "accept-edits" }, "ask"],
    ["write", "/home/dev/app/GIT~1/config", { mode: "accept-edits" }, "ask"],
    ["write", "/home/dev/app/.\u017fsh/config", { mode: "accept-edits" }, "ask"],
    ["write", "/home/dev/app/.gitx/config", { mode: "accept-edits" }, "allow"],
  ] as const)("%s %s %j → %s", (kind, path, more, expected) => {
    expect(verdict(file(kind, path), more)).toBe(expected);
  });

  it("minds both ends of a link", () => {
    const link = "/home/dev/app/link";
    expect(verdict(file("read", link, "/etc/passwd"))).toBe("ask");
    expect(verdict(file("read", "/etc/link", "/home/dev/app/a"))).toBe("ask");
    expect(verdict(file("read", link, "/etc/passwd"), { allow: rules("Read(link)") })).toBe("ask");
    expect(verdict(file("read", link, "/etc/passwd"), { allow: rules("Read(//etc/passwd)") })).toBe("allow");
    expect(verdict(file("read", link, "/etc/passwd"), { deny: rules("Read(//etc/passwd)"), mode: "bypass" })).toBe(
      "deny",
    );
    expect(verdict(file("read", link, "/etc/passwd"), { deny: rules("Read(link)"), mode: "bypass" })).toBe("deny");
    expect(verdict(file("write", link, "/home/dev/app/.git/config"), { mode: "accept-edits" })).toBe("ask");
  });

  it("decides about several paths by the strictest", () => {
    const paths = ["/home/dev/app/a", "/etc/b"].map((given) => ({ given, real: given }));
    const decision = decideTool({ tool: "Read", access: { kind: "read", paths } }, policy());
    expect(decision).toMatchObject({ decision: "ask", suggestions: ["Read(//etc/b)"] });
  });
});

describe("other tools", () => {
  const external = (tool: string, ...specifiers: string[]): ToolRequest => ({
    tool,
    access: { kind: "external", specifiers },
  });
  it.each([
    ["mcp__db__query", {}, "ask"],
    ["mcp__db__query", { allow: rules("mcp__db") }, "allow"],
    ["mcp__db__query", { allow: rules("mcp__db__*") }, "allow"],
    ["mcp__db__query", { allow: rules("mcp__db__query") }, "allow"],
    ["mcp__db__query", { allow: rules("mcp__d") }, "ask"],
    ["mcp__db__query", { allow: rules("mcp__*") }, "ask"],
    ["mcp__db__query", { allow: rules("mcp__db"), deny: rules("mcp__*") }, "deny"],
    ["mcp__db__query", { mode: "bypass" }, "allow"],
  ] as const)("%s %j → %s", (tool, more, expected) => {
    expect(verdict(external(tool), more)).toBe(expected);
  });

  it("reads specifiers", () => {
    const fetch = external("WebFetch", "domain:docs.example.com");
    expect(verdict(fetch, { allow: rules("WebFetch(domain:docs.example.com)") })).toBe("allow");
    expect(verdict(fetch, { allow: rules("web_fetch(domain:*.example.com)") })).toBe("allow");
    expect(verdict(fetch, { allow: rules("WebFetch(domain:example.com)") })).toBe("ask");
    expect(verdict(fetch, { allow: rules("WebFetch"), deny: rules("WebFetch(domain:*)") })).toBe("deny");
    expect(decideTool(fetch, policy()).suggestions).toEqual(["WebFetch(domain:docs.example.com)"]);
  });

  it("leaves skills to their own decision, unless the tool itself is denied", () => {
    const skill: ToolRequest = { tool: "Skill", access: { kind: "none" } };
    expect(verdict(skill, { mode: "dont-ask", ask: rules("Skill"), deny: rules("Skill(x)") })).toBe("allow");
    expect(verdict(skill, { deny: rules("Skill") })).toBe("deny");
  });
});

describe("path rules", () => {
  const context = { cwd: "/home/dev/app", home: "/home/dev", base: "/home/dev/app/settings" };
  const matches = (specifier: string, path: string, use: "allow" | "forbid" = "allow") =>
    matchPathRule(specifier, { given: path, real: path }, { ...context, use });

  it.each([
    ["//etc/hosts", "/etc/hosts", true],
    ["//etc", "/etc/hosts", true],
    ["//**", "/any/thing", true],
    ["~/notes/*.md", "/home/dev/notes/a.md", true],
    ["~/notes/*.md", "/home/dev/notes/x/a.md", false],
    ["/out/**", "/home/dev/app/settings/out/x", true],
    ["/out/**", "/home/dev/app/out/x", false],
    ["src/**", "/home/dev/app/src/a/b", true],
    ["./src/**", "/home/dev/app/src/a/b", true],
    ["src/**", "/home/dev/app/x/src/a", false],
    ["*.ts", "/home/dev/app/x/y.ts", true],
    ["*.ts", "/elsewhere/y.ts", false],
    ["../lib/**", "/home/dev/lib/x", true],
    ["../lib/**", "/home/dev/app/lib/x", false],
    ["src", "/home/dev/app/src/a", true],
    ["SRC", "/home/dev/app/src/a", false],
    ["a?.ts", "/home/dev/app/ab.ts", true],
    ["[ab].ts", "/home/dev/app/b.ts", true],
    ["\\[ab\\].ts", "/home/dev/app/[ab].ts", true],
    ["*.{pem,key}", "/home/dev/app/x/a.key", true],
    ["src", "/home/dev/app/x/src/a", true],
    ["src/", "/home/dev/app/src/a", true],
    ["src/**", "/home/dev/app/src", false],
    ["**/a/**/b", "/home/dev/app/x/a/b", true],
    ["[!a]b", "/home/dev/app/bb", true],
    ["[a-c]b", "/home/dev/app/bb/deep", true],
    ["[]x]", "/home/dev/app/]", true],
    ["[x", "/home/dev/app/[x", true],
    ["..x/a", "/home/dev/app/..x/a", true],
  ])("%s and %s: %s", (specifier, path, expected) => {
    expect(matches(specifier, path)).toBe(expected);
  });

  it("takes bounded time on any pattern", () => {
    const deep = `/home/dev/app/${"a/".repeat(500)}c`;
    expect(matches(`${"**/a/".repeat(100)}b`, deep)).toBe(false);
    expect(matches(`${"*a".repeat(100)}b`, `/home/dev/app/${"a".repeat(2000)}`)).toBe(false);
    expect(matches(`${"{a,b}".repeat(50)}`, deep)).toBe(false);
    expect(matches(`${"{a,b}".repeat(50)}`, deep, "forbid")).toBe(true);
  });

  it("names exactly the file for which it was made", () => {
    const name = fc.stringMatching(/^[a-z*?[\]!#. \\{}()~-]{1,8}$/).filter((it) => !/^\.+$|[ ]$/.test(it));
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(path, path, fc.constantFrom("/home/dev/app/", "/var/"), (one, other, root) => {
        const rule = formatPathRule("Read", root + one, context.cwd);
        const specifier = rule.slice("Read(".length, -1);
        expect(matches(specifier, root + one), rule).toBe(true);
        const isBelow = `${other}/`.startsWith(`${one}/`);
        expect(matches(specifier, root + other), `${rule} ${other}`).toBe(isBelow);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("createReadFilter", () => {
  it("exists only where a rule hides something", () => {
    expect(createReadFilter(policy({ deny: rules("Bash"), allow: rules("Read(x)") }))).toBeUndefined();
    const mayRead = createReadFilter(policy({ deny: rules("Read(.env)"), ask: rules("Read(keys/**)") }));
    expect(["a", ".env", "x/.env", "keys/a"].map((name) => mayRead?.(`/home/dev/app/${name}`))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
