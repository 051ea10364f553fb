import { describe, expect, it } from "vitest";
import type { SetupReport } from "../agent/index.ts";
import { formatDoctor } from "./format-doctor.ts";
import { createPalette } from "./palette.ts";

const REPORT: SetupReport = {
  node: "v20.19.0",
  platform: "linux x64",
  workspace: { cwd: "/repo/web", root: "/repo", trusted: false, because: "for this run" },
  places: {
    state: { path: "/home/me/.skillful", origin: "default" },
    managed: { path: "/etc/skillful", origin: "SKILLFUL_MANAGED_DIR" },
    home: { path: "/home/me", origin: "HOME" },
  },
  model: {
    kind: "chosen",
    id: "openai/gpt-6-luna",
    because: "OPENAI_API_KEY is set",
    address: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    contextWindow: 400_000,
  },
  permissionMode: "default",
  shell: "/bin/bash",
  sandbox: { state: "unavailable", text: "none: bwrap is missing", remedy: "install bubblewrap" },
  skills: [
    { source: "project", states: { active: 3, waiting: 1 } },
    { source: "bundled", states: { active: 6 } },
  ],
  listing: { budget: 8000, used: 7990, skills: 9, cut: { shortened: 2, namesOnly: 1, unlisted: 0, characters: 40 } },
  hooks: [{ event: "PreToolUse", matcher: "Write", type: "command", runs: "check", origin: "/repo/web/s.json:4" }],
  settings: {
    files: [],
    effective: [
      { key: "permissions.deny", value: "Read(.env)", level: "managed", origin: "/etc/skillful/settings.json:3" },
      { key: "maxSteps", value: 50, level: "default", origin: "default" },
    ],
    ignored: [
      { key: "env", name: "A", value: "(hidden)", level: "project", origin: "/repo/web/s.json:9", why: "untrusted" },
      { key: "maxSteps", value: 9, level: "user", origin: "/u.json:2", why: "overridden", by: "/repo/web/s.json:3" },
    ],
  },
  problems: [
    { code: "some-error", severity: "error", path: "/repo/web/s.json", line: 2, message: "is wrong", hint: "Mend it." },
    { code: "some-note", severity: "info", path: "/repo/web/x", message: "by the way" },
  ],
};

const format = (report: SetupReport, columns = Number.POSITIVE_INFINITY) =>
  formatDoctor(report, { palette: createPalette(false), columns, version: "1.2.3" });

describe("formatDoctor", () => {
  it("lays out every part, and ends with the sum of what is wrong", () => {
    expect(format(REPORT)).toMatchInlineSnapshot(`
      "Skillful 1.2.3, Node v20.19.0, linux x64
        workspace    /repo (not trusted: for this run)
        directory    /repo/web
        model        openai/gpt-6-luna: OPENAI_API_KEY is set; at https://api.openai.com/v1; key from OPENAI_API_KEY; 400,000 tokens
        permissions  mode default
        shell        /bin/bash
        sandbox      none: bwrap is missing (install bubblewrap)
        skills       project 3 active, 1 waiting; bundled 6 active
        listing      7,990 of 8,000 characters for 9 skills: 2 shortened, 1 by name only
        state        /home/me/.skillful (default)
        managed      /etc/skillful (SKILLFUL_MANAGED_DIR)

      Settings in effect
        permissions.deny  Read(.env) (/etc/skillful/settings.json:3)
        by default        maxSteps 50

      Ignored
        env.A     (hidden) (s.json:9): the workspace is not trusted
        maxSteps  9 (/u.json:2): s.json:3 counts instead

      Hooks
        PreToolUse Write  command check (s.json:4)

      Problems
      s.json:2 error some-error is wrong
        hint: Mend it.

      1 error
      "
    `);
  });

  it("says when all is well, and leaves out what is empty", () => {
    const settings = { files: [], effective: [], ignored: [] };
    const text = format({ ...REPORT, problems: [], hooks: [], settings });
    expect(text).toMatch(/\n\nAll is well\.\n$/);
    expect(text).not.toMatch(/Ignored|Hooks|Settings in effect/);
  });

  it("goes on in the second column where the terminal is narrow", () => {
    const lines = format(REPORT, 60).split("\n");
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    expect(lines.find((line) => line.includes("key from"))).toMatch(/^ {15}\S/);
  });

  it("lets nothing of a settings file reach the terminal but text", () => {
    const value = "\u001b[2Jx\u202ey\nz";
    const effective = [{ key: "model", value, level: "user", origin: "/u.json:1" }] as const;
    const text = format({ ...REPORT, settings: { ...REPORT.settings, effective } });
    expect(text).toContain("model  xy z (/u.json:1)");
    expect(text).not.toContain("\u001b");
  });
});
