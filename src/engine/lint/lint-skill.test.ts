/** Every check on a table of files: what it must find, and what looks alike and is right. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LintOptions, lintSkill } from "./lint-skill.ts";
import { readLintSubject } from "./lint-subject.ts";

const TOOLS = ["Read", "Write", "Edit", "Bash", "Glob", "Grep", "GitDiff", "Skill"];
const compilePattern = (pattern: string) => {
  try {
    const compiled = new RegExp(pattern);
    return { kind: "pattern", test: (subject: string) => compiled.test(subject) } as const;
  } catch (error) {
    return { kind: "error", message: String(error) } as const;
  }
};
const FACTS: LintOptions = {
  tools: TOOLS,
  treeFiles: ["src/app.ts", "README.md"],
  existing: new Set(),
  compilePattern,
};

interface SkillText {
  readonly fields?: string;
  readonly name?: string;
  readonly description?: string;
  readonly body?: string;
}

function skillText({ fields = "", name = "tidy", description, body = "Tidy up." }: SkillText): string {
  const described = description ?? "Tidies imports. Use when asked to clean up a file.";
  return `---\nname: ${name}\ndescription: ${described}\n${fields}${fields === "" ? "" : "\n"}---\n\n${body}\n`;
}

function lint(text: string | Uint8Array, options: LintOptions & { path?: string; kind?: "skill" | "command" } = {}) {
  const { path = "/w/tidy/SKILL.md", kind = "skill", ...facts } = options;
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return lintSkill(readLintSubject({ bytes, path, directoryName: "tidy", kind }), { ...FACTS, ...facts });
}

/** `code severity line:column` of everything found. */
const brief = (...args: Parameters<typeof lint>): readonly string[] =>
  lint(...args).map(({ code, severity, line, column }) => `${code} ${severity} ${line}:${column}`);

const hook = (event: string, matcher: string) =>
  `hooks:\n  ${event}:\n    - matcher: ${JSON.stringify(matcher)}\n      hooks: [{ command: ./check.sh }]`;

it("finds nothing in a good skill, strictly judged", () => {
  expect(lint(skillText({}), { portable: true })).toEqual([]);
});

describe.each<[title: string, skill: SkillText, expected: readonly string[]]>([
  ["a name that is not the directory's", { name: "other" }, ["name-differs-from-directory warning 2:7"]],
  ["a name that cannot be called", { name: "Tidy up!" }, ["illegal-name warning 2:7"]],
  ["a description of a few letters", { description: "Tidies." }, ["description-too-vague warning 3:14"]],
  [
    "a description without an occasion",
    { description: "A tidy tool of great power" },
    ["description-no-trigger warning 3:14"],
  ],
  [
    "an occasion in when_to_use",
    { description: "A tidy tool of great power", fields: "when_to_use: On messy files" },
    [],
  ],
  ["a skill for people only", { description: "Tidies.", fields: "disable-model-invocation: true" }, []],
  ["an occasion in another language", { description: "Räumt Dateien auf, wenn jemand darum bittet" }, []],
  ["a script without blanks", { description: "整理导入语句" }, []],
  ["a pattern without a file", { fields: "paths: lib/**/*.rb" }, ["paths-match-nothing warning 4:8"]],
  ["one pattern of two without a file", { fields: "paths: src/*.ts, lib/*.rb" }, ["paths-match-nothing info 4:18"]],
  ["patterns with files", { fields: "paths: ['src/**', '*.md']" }, []],
  ["a pattern that is always true", { fields: "paths: '**'" }, []],
  ["a pattern that leaves the tree", { fields: "paths: ['src/*.ts', '../x']" }, ["invalid-path-pattern warning 4:22"]],
  ["only patterns that take back", { fields: "paths: '!src/*'" }, ["paths-select-nothing warning 4:8"]],
  ["a tool with a slip", { fields: "allowed-tools: Read Gerp" }, ["unknown-tool warning 4:21"]],
  ["a tool of other programs", { fields: "allowed-tools: [TodoWrite]" }, ["unknown-tool info 4:17"]],
  ["a forbidden tool with a slip", { fields: "disallowed-tools: Wriet" }, ["unknown-tool warning 4:19"]],
  [
    "tools in other spellings and of servers",
    { fields: "allowed-tools: read_file, shell, mcp__a__b, Bash(git *)" },
    [],
  ],
  ["a rule without an end", { fields: "allowed-tools: Read, Bash(git" }, ["unreadable-rule warning 4:22"]],
  ["a matcher in the wrong case", { fields: hook("PreToolUse", "bash") }, ["hook-never-fires warning 6:17"]],
  ["an expression that fits no tool", { fields: hook("PostToolUse", "^Foo.*") }, ["hook-never-fires warning 6:17"]],
  ["an expression that cannot be read", { fields: hook("PreToolUse", "(Edit") }, ["invalid-hook-matcher error 6:17"]],
  ["a matcher where nothing is matched", { fields: hook("Stop", "Bash") }, ["hook-matcher-ignored warning 6:17"]],
  ["an unknown source of a session", { fields: hook("SessionStart", "begin") }, ["hook-never-fires warning 6:17"]],
  ["an unknown event", { fields: hook("PreTool", "Bash") }, ["unknown-hook-event error 5:3"]],
  ["matchers that fit", { fields: hook("PreToolUse", "Edit|MultiEdit") }, []],
  ["expressions that fit", { fields: hook("PreToolUse", "^(Wr|Ed)i.*") }, []],
  ["matchers of servers' tools", { fields: hook("PreToolUse", "mcp__github__.*") }, []],
  ["a matcher for everything", { fields: hook("Stop", "*") }, []],
  [
    "a position beyond the arguments",
    { fields: "arguments: file", body: "Tidy $0, then $1." },
    ["unfilled-placeholder warning 7:15"],
  ],
  [
    "the long form of it",
    { fields: "arguments: a b", body: "Tidy $ARGUMENTS[2]." },
    ["unfilled-placeholder warning 7:6"],
  ],
  ["a position that is escaped", { fields: "arguments: file", body: String.raw`It costs \$5.` }, []],
  ["positions without a declaration", { body: "Tidy $0 and $7." }, []],
  [
    "a name with a slip",
    { fields: "arguments: file", body: "Tidy $fiel and $file." },
    ["unfilled-placeholder warning 7:6"],
  ],
  ["a name far from all", { fields: "arguments: file", body: "Set $HOME and `$fil`." }, []],
  ["an unknown variable", { body: `Read \${CLAUDE_SKIL_DIR}/x.` }, ["unfilled-placeholder warning 6:6"]],
  ["a misspelled $ARGUMENTS", { body: "Do $ARGUMENT and $ARGUMENTS, $ARGS." }, ["unfilled-placeholder warning 6:4"]],
  ["$ARGUMENTS in braces", { body: "Do ${ARGUMENTS}." }, ["unfilled-placeholder warning 6:4"]],
  ["arguments as in other products", { body: "Do {{ args }}." }, ["unfilled-placeholder warning 6:4"]],
  ["the same in code", { body: "`{{ARGUMENTS}}` or {{argue}} or {{ title }}" }, ["unfilled-placeholder info 6:2"]],
  ["a placeholder that is escaped", { body: "Write \\$ARGUMENT." }, []],
  ["a variable without braces", { body: "See $CLAUDE_SKILL_DIR/a." }, ["unfilled-placeholder warning 6:5"]],
  ["a variable without braces in code", { body: "`echo $CLAUDE_SKILL_DIR`" }, []],
  ["an unknown variable in code", { body: "`echo ${CLAUDE_ENV_FILE}`" }, ["unfilled-placeholder info 6:7"]],
  ["a known variable", { body: `At level \${CLAUDE_EFFORT}.` }, []],
  ["a link to nothing", { body: "See [more](reference.md#top)." }, ["missing-file warning 6:12"]],
  ["a script that is not there", { body: "Run `scripts/tidy.py`." }, ["missing-file info 6:6"]],
  [
    "a script of the skill's own directory",
    { body: `Run \`\${CLAUDE_SKILL_DIR}/tidy.py\`.` },
    ["missing-file warning 6:6"],
  ],
  [
    "links to other places",
    { body: "[a](https://x.org/y.md) [b](#top) [c](/etc/x) [d](mailto:x@y.z) [e]({file}.md)" },
    [],
  ],
  ["links in code", { body: "```md\n[a](b.md)\n```" }, []],
  ["an argument in a substitution", { body: "!`echo $(cat $ARGUMENTS)`" }, ["unsafe-argument error 6:1"]],
  [
    "an argument that names the program",
    { fields: "arguments: cmd", body: "!`$cmd --version`" },
    ["unsafe-argument error 7:1"],
  ],
  ["an argument that stays data", { body: "!`git log -- $ARGUMENTS`" }, []],
  ["a body of 501 lines", { body: Array(500).fill("line").join("\n") }, ["long-body info 5:1"]],
  ["a body of 499 lines", { body: Array(499).fill("line").join("\n") }, []],
])("%s", (_title, skill, expected) => {
  it(expected.length === 0 ? "is right" : "is found", () => {
    const found = brief(skillText(skill));
    expect(found).toEqual(expected);
    for (const { code, frame, message } of lint(skillText(skill)))
      expect([code, frame?.includes("^"), message.length > 0]).toEqual([code, true, true]);
  });
});

describe("with facts of the world", () => {
  it("takes files that exist for found, and a missing one in the skill's own folder for sure", () => {
    const body = "[a](a.md) `scripts/b.sh` `scripts/c.sh`";
    expect(brief(skillText({ body }), { existing: new Set(["a.md", "scripts", "scripts/b.sh"]) })).toEqual([
      "missing-file warning 6:27",
    ]);
  });

  it("leaves out what it was told nothing of", () => {
    const text = skillText({ fields: "paths: none/*\nallowed-tools: Raed", body: "[a](a.md)" });
    const reading = readLintSubject({
      bytes: new TextEncoder().encode(text),
      path: "/w/tidy/SKILL.md",
      directoryName: "tidy",
      kind: "skill",
    });
    expect(lintSkill(reading)).toEqual([]);
  });

  it("passes on what reading reports, with a place and the lines", () => {
    const [found] = lint("---\nname: tidy\n");
    expect(found).toMatchObject({ code: "unclosed-frontmatter", severity: "error", line: 1, column: 1 });
    expect(found?.frame).toContain("> 1 | ---");
  });

  it("shows at most a hundred findings, and says how many more there are", () => {
    const body = Array.from({ length: 150 }, (_, index) => `[x](missing-${index}.md)`).join("\n");
    const found = lint(skillText({ body }));
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toMatchObject({ code: "too-many-findings", severity: "info" });
    expect(found.at(-1)?.message).toContain("50 more");
  });

  it("keeps an error that is among too many findings", () => {
    const links = Array.from({ length: 150 }, (_, index) => `[x](missing-${index}.md)`).join("\n");
    const found = lint(skillText({ body: `${links}\n\n!\`echo $(cat $ARGUMENTS)\`` }));
    expect(found.at(-1)).toMatchObject({ code: "too-many-findings", severity: "error" });
  });
});

describe.each<[title: string, text: string, expected: readonly string[]]>([
  ["other fields", skillText({ fields: "argument-hint: '[x]'" }), ["portable-field error 4:1"]],
  ["other spellings", skillText({ fields: "allowed_tools: Read" }), ["portable-field error 4:1"]],
  [
    "capital letters",
    skillText({ name: "Tidy" }),
    ["name-differs-from-directory warning 2:7", "portable-name error 2:7"],
  ],
  [
    "an underscore",
    skillText({ name: "ti_dy" }),
    ["name-differs-from-directory warning 2:7", "portable-name error 2:7"],
  ],
  ["no name", "---\ndescription: Tidies. Use when asked.\n---\nx\n", ["portable-name error 2:1"]],
  [
    "no description",
    "---\nname: tidy\n---\nx\n",
    ["missing-description warning 1:1", "portable-description error 2:1"],
  ],
  [
    "1025 characters",
    skillText({ description: `Use when ${"x".repeat(1016)}` }),
    ["description-too-long info 1:1", "portable-description error 3:14"],
  ],
  ["1024 characters", skillText({ description: `Use when ${"x".repeat(1015)}` }), []],
  [
    "501 characters of compatibility",
    skillText({ fields: `compatibility: ${"x".repeat(501)}` }),
    ["portable-compatibility error 4:16"],
  ],
  ["500 characters of compatibility", skillText({ fields: `compatibility: ${"x".repeat(500)}` }), []],
  [
    "metadata in a list",
    skillText({ fields: "metadata:\n  tags: [a, b]\n  version: 1.0" }),
    ["portable-metadata error 5:3"],
  ],
  ["tools in a list", skillText({ fields: "allowed-tools: [Read, Grep]" }), ["portable-tools error 4:16"]],
  ["tools with commas", skillText({ fields: "allowed-tools: Read, Grep" }), ["portable-tools error 4:16"]],
  ["tools with blanks", skillText({ fields: "allowed-tools: Read Bash(git add, *)\nlicense: MIT" }), []],
  [
    "a value without its quotes",
    skillText({ description: "Use when: asked to tidy" }),
    ["repaired-value info 3:14", "portable-yaml error 3:14"],
  ],
])("--portable on %s", (_title, text, expected) => {
  it(expected.length === 0 ? "is content" : "reports it", () => {
    expect(brief(text, { portable: true })).toEqual(expected);
  });
});

it("--portable refuses other file names, command files and byte order marks", () => {
  expect(brief(skillText({}), { portable: true, path: "/w/tidy/skill.md" })).toEqual(["portable-file-name error 2:1"]);
  expect(brief("Tidy up.\n", { portable: true, kind: "command" })).toEqual(["portable-command error 1:1"]);
  expect(brief(`\uFEFF${skillText({})}`, { portable: true })).toEqual(["portable-yaml error 2:1"]);
});

describe("on anything at all", () => {
  const check = (bytes: Uint8Array) => {
    for (const diagnostic of lint(bytes, { portable: true })) {
      expect(diagnostic.line).toBeGreaterThan(0);
      expect(diagnostic.column).toBeGreaterThan(0);
      expect(diagnostic.message).not.toBe("");
    }
  };

  it("never throws for bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), check));
  });

  it("never throws for texts that look like skills", () => {
    const piece = fc.constantFrom(
      "---\n",
      "name: ",
      "paths: ",
      "hooks:\n  Stop:\n",
      "- ",
      "[",
      "](",
      ")",
      "`",
      "!`",
      "$0",
      "${CLAUDE_X}",
      "$",
      "\n",
      "{a,b}",
      "Read(",
      "\\",
      "é",
      "\u0000",
      "  ",
      ": ",
      "arguments: a\n",
      "%zz",
      "../",
    );
    const texts = fc
      .array(piece, { maxLength: 60 })
      .map((pieces) => new TextEncoder().encode(`---\nname: x\n${pieces.join("")}`));
    fc.assert(fc.property(texts, check), { numRuns: 400 });
  });
});
