/** The output formats of `skills lint`, from one report. */
import { expect, it } from "vitest";
import { formatLintGithub } from "./format-lint-github.ts";
import { formatLintJson } from "./format-lint-json.ts";
import { formatLintSarif } from "./format-lint-sarif.ts";
import { formatLintText } from "./format-lint-text.ts";
import type { LintReport } from "./lint-report.ts";
import { createPalette } from "./palette.ts";

const report: LintReport = {
  files: 2,
  cwd: "/w",
  diagnostics: [
    {
      code: "invalid-yaml",
      severity: "error",
      path: "/w/a,b: 100%/SKILL.md",
      line: 3,
      column: 7,
      message: "A quote\nis open: 50%.",
      hint: "Close it.",
      frame: "> 3 | x\n    | ^",
    },
    { code: "unknown-field", severity: "info", path: "/elsewhere/x/SKILL.md", message: "Not a field." },
  ],
};
const empty: LintReport = { files: 1, cwd: "/w", diagnostics: [] };

it("text shows findings with their lines, and counts them", () => {
  expect(formatLintText(report, createPalette(false))).toMatchInlineSnapshot(`
    "a,b: 100%/SKILL.md:3:7 error invalid-yaml A quote�is open: 50%.
      > 3 | x
          | ^
      hint: Close it.

    /elsewhere/x/SKILL.md info unknown-field Not a field.

    2 files checked: 1 error, 0 warnings, 1 note
    "
  `);
  expect(formatLintText(empty, createPalette(false))).toBe("1 file checked: 0 errors, 0 warnings, 0 notes\n");
});

it("json holds counts and every finding", () => {
  expect(JSON.parse(formatLintJson(report))).toEqual({
    files: 2,
    errors: 1,
    warnings: 0,
    notes: 1,
    diagnostics: report.diagnostics,
  });
});

it("github has one command a line, in which nothing of a file ends the command", () => {
  expect(formatLintGithub(report)).toBe(
    "::error file=a%2Cb%3A 100%25/SKILL.md,line=3,col=7,title=invalid-yaml::A quote%0Ais open: 50%25. Close it.\n" +
      "::notice file=/elsewhere/x/SKILL.md,title=unknown-field::Not a field.\n",
  );
  expect(formatLintGithub(empty)).toBe("");
});

it("sarif has a run with a rule for each code, and places as URIs", () => {
  const log = JSON.parse(formatLintSarif(report, { version: "1.2.3" }));
  expect(log.version).toBe("2.1.0");
  expect(log.runs).toHaveLength(1);
  const [{ tool, results }] = log.runs;
  expect(tool.driver).toMatchObject({ name: "skillful", version: "1.2.3" });
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(["invalid-yaml", "unknown-field"]);
  expect(results).toEqual([
    {
      ruleId: "invalid-yaml",
      ruleIndex: 0,
      level: "error",
      message: { text: "A quote\nis open: 50%. Close it." },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "a%2Cb%3A%20100%25/SKILL.md" },
            region: { startLine: 3, startColumn: 7 },
          },
        },
      ],
    },
    {
      ruleId: "unknown-field",
      ruleIndex: 1,
      level: "note",
      message: { text: "Not a field." },
      locations: [{ physicalLocation: { artifactLocation: { uri: "file:///elsewhere/x/SKILL.md" } } }],
    },
  ]);
  expect(JSON.parse(formatLintSarif(empty, { version: "1.2.3" })).runs[0].results).toEqual([]);
});
