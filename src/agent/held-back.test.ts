import { describe, expect, it } from "vitest";
import type { Diagnostic, Skill } from "../engine/index.ts";
import { listHeldBack, noticeHeldBack } from "./held-back.ts";
import type { SettingEntry } from "./parse-settings.ts";

const skill = (callName: string, more: Partial<Skill> = {}): Skill =>
  ({
    callName,
    path: `/w/${callName}`,
    trusted: false,
    context: "inline",
    hasInjectedCommands: false,
    allowedTools: [],
    ...more,
  }) as unknown as Skill;

const origin = { level: "project", path: "/w/.skillful/settings.json" } as const;
const entry = (key: SettingEntry["key"], value: unknown, name?: string): SettingEntry => ({
  key,
  value,
  origin,
  ...(name !== undefined && { name }),
});

describe("listHeldBack", () => {
  it("says of settings, skills and links what they would do", () => {
    const link: Diagnostic = { code: "untrusted-link", severity: "warning", path: "/w/link", message: "…" };
    const found = {
      settings: [
        entry("hooks", {}, "Stop"),
        entry("hooks", {}, "PreToolUse"),
        entry("hooks", {}, "Stop"),
        entry("permissions.allow", "Bash"),
        entry("env", "x", "PATH"),
      ],
      skills: [skill("plain"), skill("apart", { context: "fork" }), skill("deploy", { hasInjectedCommands: true })],
      diagnostics: [link, { ...link, code: "broken-link" }],
    };
    expect(listHeldBack(found)).toEqual([
      {
        kind: "settings",
        name: origin.path,
        path: origin.path,
        does: ["registers hooks for Stop, PreToolUse", "allows Bash", "sets env"],
      },
      { kind: "skill", name: "deploy", path: "/w/deploy", does: ["runs commands before it starts"] },
      { kind: "link", name: "/w/link", path: "/w/link", does: ["leads out of the project"] },
    ]);
  });

  it("leaves out what is trusted", () => {
    const trusted = skill("mine", { trusted: true, allowedTools: ["Bash"] });
    expect(listHeldBack({ settings: [], skills: [trusted], diagnostics: [] })).toEqual([]);
  });
});

describe("noticeHeldBack", () => {
  it("is one notice, which names a few and counts the rest", () => {
    expect(noticeHeldBack([])).toBeUndefined();
    const many = Array.from(
      { length: 7 },
      (_, index) => ({ kind: "skill", name: `s${index}`, path: `/s${index}`, does: ["x"] }) as const,
    );
    const message = noticeHeldBack(many)?.message;
    expect(message).toContain("s0, s1, s2, s3, s4 and 2 more");
    expect(message).not.toContain("s5");
  });
});
