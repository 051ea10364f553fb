import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadSkillText, parseSkillText, summarise } from "../../test/support/parse-skill-text.ts";
import { definitionOf } from "../../test/support/skill-value.ts";
import { formatDiagnostic } from "./format-diagnostic.ts";

/** The definition from fields alone; the description is given so that nothing is said about it. */
function define(fields: string, options?: Parameters<typeof loadSkillText>[1]) {
  const parsed = loadSkillText(`---\ndescription: d\n${fields}\n---\nBody\n`, options);
  return { ...parsed, summary: summarise(parsed.diagnostics) };
}

describe("parseSkill", () => {
  it("reads a plain skill with every default", () => {
    const parsed = loadSkillText("---\nname: greet\ndescription: Says hello.\n---\n\nHello, $ARGUMENTS!\n", {
      directoryName: "greet",
    });
    expect(parsed).toEqual({
      kind: "skill",
      body: "\nHello, $ARGUMENTS!\n",
      diagnostics: [],
      definition: definitionOf("greet", { description: "Says hello." }),
    });
  });

  it("reads every field", () => {
    const { definition, summary } = define(
      [
        "name: review",
        "when_to_use: Before a merge.",
        "argument-hint: <range>",
        "arguments: [range, mode]",
        "aliases: [rv, /check]",
        "context: fork",
        "agent: reviewer",
        "model: anthropic/claude-sonnet-4-5",
        "effort: xhigh",
        "allowed-tools: Read, Bash(git diff *)",
        "disallowed-tools: [Write]",
        "user-invocable: no",
        "disable-model-invocation: on",
        "paths: src/**",
        "hooks: { Stop: [{ hooks: [{ type: command, command: ./done.sh }] }] }",
        "shell: powershell",
        "license: MIT",
        "compatibility: Needs git.",
        "metadata: { version: 1.10, tags: [a, b] }",
      ].join("\n"),
    );
    expect(summary).toEqual([]);
    expect(definition).toMatchObject({
      name: "review",
      whenToUse: "Before a merge.",
      argumentHint: "<range>",
      arguments: [{ name: "range" }, { name: "mode" }],
      aliases: ["rv", "check"],
      context: "fork",
      agent: "reviewer",
      model: "anthropic/claude-sonnet-4-5",
      effort: "xhigh",
      allowedTools: ["Read", "Bash(git diff *)"],
      disallowedTools: ["Write"],
      userInvocable: false,
      modelInvocable: false,
      paths: ["src/**"],
      hooks: { Stop: [{ hooks: [{ type: "command", command: "./done.sh" }] }] },
      shell: "powershell",
      license: "MIT",
      compatibility: "Needs git.",
      metadata: { version: 1.1, tags: ["a", "b"] },
    });
  });

  it("reads every spelling of a key", () => {
    for (const key of ["allowed-tools", "allowed_tools", "allowedTools", "Allowed-Tools"]) {
      expect(define(`${key}: Read`).definition.allowedTools).toEqual(["Read"]);
    }
    for (const key of ["when_to_use", "when-to-use", "whenToUse"]) {
      expect(define(`${key}: Now.`).definition.whenToUse).toBe("Now.");
    }
  });
});

describe("keys", () => {
  it("keeps what it does not know, and says so with the line", () => {
    const { definition, diagnostics } = define("version: 1\ndescripton: x\ntools: [Read]\n__proto__: { a: 1 }");
    expect(definition.extra).toEqual({ version: 1, descripton: "x", tools: ["Read"], ["__proto__"]: { a: 1 } });
    expect(Object.getPrototypeOf(definition.extra)).toBeNull();
    expect(summarise(diagnostics)).toEqual([3, 4, 5, 6].map((line) => `info unknown-field ${line}`));
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      undefined,
      undefined,
      "Did you mean `allowed-tools`?",
      undefined,
    ]);
    expect(loadSkillText("---\ndescripton: x\n---\nB").diagnostics[0]?.hint).toBe("Did you mean `description`?");
  });

  it("lets the last of repeated keys count, whatever their spelling", () => {
    const { definition, summary } = define("model: a\nmodel: b\nallowed-tools: Read\nallowed_tools: Grep\nx: 1\nx: 2");
    expect(definition).toMatchObject({ model: "b", allowedTools: ["Grep"], extra: { x: 2 } });
    expect(summary).toEqual([
      "warning duplicate-field 4",
      "warning duplicate-field 6",
      "info unknown-field 7",
      "warning duplicate-field 8",
    ]);
  });

  it("does not take a capitalised key of another tool for a second one", () => {
    const { definition, summary } = define("Name: Other Tool\nname: mine\nTier: 1");
    expect(definition).toMatchObject({ name: "mine", extra: { Name: "Other Tool", Tier: 1 } });
    expect(summary).toEqual(["info unknown-field 3", "info unknown-field 5"]);
  });
});

describe("text fields", () => {
  it.each([
    ["name: 4100", "name", "4100"],
    ["name: 0042", "name", "0042"],
    ["name: true", "name", "true"],
    ["name: 1.10", "name", "1.10"],
    ["argument-hint: [file-path]", "argumentHint", "[file-path]"],
    ["argument-hint: [topic: foo | bar]", "argumentHint", "[topic: foo | bar]"],
    ["argument-hint: [a] [b]", "argumentHint", "[a] [b]"],
    ["argument-hint: [issue #]", "argumentHint", "[issue #]"],
    ["argument-hint: {a,b}", "argumentHint", "{a,b}"],
    ["when_to_use: !important now", "whenToUse", "!important now"],
    ["compatibility:\n  - git\n  - node", "compatibility", "git, node"],
    ['license: "MIT"', "license", "MIT"],
  ] as const)("reads %j", (fields, key, value) => {
    expect(define(fields).definition[key]).toBe(value);
  });

  it("says when a value was not taken as YAML reads it", () => {
    const { diagnostics } = define("argument-hint: [file-path]");
    expect(diagnostics).toMatchObject([
      { code: "repaired-value", severity: "info", line: 3, column: 16, hint: 'Put it in quotes: "[file-path]".' },
    ]);
  });

  it("says when YAML cuts a text at a number sign", () => {
    const { definition, diagnostics } = define("when_to_use: fix issue #12 at once");
    expect(definition.whenToUse).toBe("fix issue");
    expect(summarise(diagnostics)).toEqual(["info comment-in-value 3"]);
  });

  it("removes control characters, also those written as escapes", () => {
    expect(define('when_to_use: "a\\e[31m\\0b\\x07c\\nd"').definition.whenToUse).toBe("a[31mbc\nd");
  });

  it("ignores a map where a text belongs", () => {
    const { definition, summary } = define("agent:\n  a: 1\n  b: 2");
    expect(definition.agent).toBeUndefined();
    expect(summary).toEqual(["warning wrong-type 4"]);
  });
});

describe("choices", () => {
  it.each([
    ["context: Fork", { context: "fork" }],
    ["context: inline", { context: "inline" }],
    ["shell: pwsh", { shell: "powershell" }],
    ["effort: HIGH", { effort: "high" }],
    ["effort: 8000", { effort: 8000 }],
    ['effort: "0"', { effort: 0 }],
    ["model: inherit", { model: undefined }],
    ["model: Inherit", { model: undefined }],
    ["model: opus", { model: "opus" }],
  ])("reads %s", (field, expected) => {
    const { definition, summary } = define(field);
    expect({ ...definition, model: definition.model }).toMatchObject(expected);
    expect(summary).toEqual([]);
  });

  it.each([
    ["context: forked", "warning invalid-context 3", { context: "inline" }],
    ["shell: zsh", "warning invalid-shell 3", { shell: "bash" }],
    ["effort: extreme", "warning invalid-effort 3", {}],
    ["effort: -5", "warning invalid-effort 3", {}],
    ["effort: 1.5", "warning invalid-effort 3", {}],
    ["model: the big one", "warning invalid-model 3", {}],
    ["context: __proto__", "warning invalid-context 3", { context: "inline" }],
    ["user-invocable: maybe", "warning invalid-boolean 3", { userInvocable: true }],
    ["disable-model-invocation: [true]", "warning invalid-boolean 3", { modelInvocable: true }],
  ])("warns of %s and keeps the default", (field, summary, expected) => {
    const parsed = define(field);
    expect(parsed.summary.filter((line) => !line.includes("repaired"))).toEqual([summary]);
    expect(parsed.definition).toMatchObject(expected);
    expect(parsed.definition.effort).toBeUndefined();
    expect(parsed.definition.model).toBeUndefined();
  });
});

describe("lists", () => {
  it.each([
    ["allowed-tools: Bash(git add *) Read", ["Bash(git add *)", "Read"]],
    ["allowed-tools: Read, Bash(a, b)", ["Read", "Bash(a, b)"]],
    ["allowed-tools: [Bash(a, b), Read]", ["Bash(a, b)", "Read"]],
    ["allowed-tools: [Bash(npm: x), Read]", ["Bash(npm: x)", "Read"]],
    ["allowed-tools: [Bash(git diff: *), Read]", ["Bash(git diff: *)", "Read"]],
    ["allowed-tools:\n  - Bash(x: y)\n  - Read, Grep\n  -\n  - 5", ["Bash(x: y)", "Read", "Grep", "5"]],
    ["allowed-tools: >-\n  Read\n  Grep", ["Read", "Grep"]],
    ["allowed-tools: |\n  Bash(a b)\n  Grep", ["Bash(a b)", "Grep"]],
    ["allowed-tools: ['Azure MCP/docs', b]", ["Azure MCP/docs", "b"]],
  ])("reads %j", (field, tools) => {
    expect(define(field).definition.allowedTools).toEqual(tools);
  });

  it.each(["allowed-tools: []", 'allowed-tools: ""', "allowed-tools: [null]"])(
    "says that %s restricts nothing",
    (field) => {
      const { definition, diagnostics } = define(field);
      expect(definition.allowedTools).toEqual([]);
      expect(diagnostics).toMatchObject([{ code: "empty-allowed-tools", severity: "warning", line: 3 }]);
    },
  );

  it.each([
    "allowed-tools:\n  Read: true\n  Grep: true",
    "disallowed-tools:\n  - [a]\n  - - b\n",
    "allowed-tools:\n  - a: 1\n    b: 2",
  ])("refuses a skill whose restriction is unreadable: %j", (field) => {
    const parsed = parseSkillText(`---\ndescription: d\n${field}\n---\nBody`);
    expect(parsed.kind).toBe("refused");
    const fault = parsed.diagnostics.find(({ severity }) => severity === "error");
    expect(fault).toMatchObject({ code: "unreadable-tools" });
    expect(fault?.frame).toBeDefined();
  });

  it("reads aliases that can be called and drops the others", () => {
    const { definition, summary } = define("name: me\naliases: hello, /hi, me, a/b, '..', hello");
    expect(definition.aliases).toEqual(["hello", "hi"]);
    expect(summary).toEqual(["warning illegal-alias 4", "warning illegal-alias 4"]);
    expect(define("aliases: a b").definition.aliases).toEqual(["a", "b"]);
    expect(define("aliases:\n  x: 1\n  y: 2").summary).toEqual(["warning wrong-type 4"]);
  });
});

describe("paths", () => {
  it.each([
    ['paths: "src/**/*.{ts,tsx}"', ["src/**/*.ts", "src/**/*.tsx"]],
    ["paths: {a,b}/**", ["a/**", "b/**"]],
    ["paths: {a,b}", ["a", "b"]],
    ["paths: **/*.py", ["**/*.py"]],
    ["paths: *.py, src/*.{a,b}", ["*.py", "src/*.a", "src/*.b"]],
    ["paths: [**/*.ts, {a,b}/*.js]", ["**/*.ts", "a/*.js", "b/*.js"]],
    ["paths: [a, {b,c}]", ["a", "b", "c"]],
    ["paths: !draft/**", ["!draft/**"]],
    ["paths:\n  - src/**\n  - !src/draft/**", ["src/**", "!src/draft/**"]],
    ["paths:\n  - a,b\n  - my docs/**", ["a,b", "my docs/**"]],
    ["paths: ./src/**, !./x", ["src/**", "!x"]],
    ["paths: app/(group)/**, @scope/+page", ["app/(group)/**", "@scope/+page"]],
    ["paths: |\n  a/**\n  b/**\n", ["a/**", "b/**"]],
    ["paths: '**'", []],
    ["paths: ['**', '**']", []],
    ["paths: ['**', '!x']", ["**", "!x"]],
    ["paths: '**/*'", ["**/*"]],
    ["paths: []", []],
    ["paths: ''", []],
    ["paths: 2024", ["2024"]],
  ])("reads %j", (field, paths) => {
    expect(define(field).definition.paths).toEqual(paths);
  });

  it("expands at most 1,000 patterns in all", () => {
    const { definition, summary } = define(`paths: ['${"{a,b}".repeat(9)}', '${"{c,d}".repeat(60)}', e]`);
    expect(definition.paths).toHaveLength(1000);
    expect(definition.paths[511]).toBe("b".repeat(9));
    expect(summary).toEqual(["warning too-many-patterns 3"]);
  });
});

describe("arguments", () => {
  it.each([
    ["arguments: file mode", [{ name: "file" }, { name: "mode" }]],
    ["arguments: $file, <mode>", [{ name: "file" }, { name: "mode" }]],
    ["arguments:\n  - file\n  - mode", [{ name: "file" }, { name: "mode" }]],
    [
      "arguments:\n  - name: file\n    description: Which file\n    required: true\n  - name: mode\n    required: no",
      [
        { name: "file", description: "Which file", required: true },
        { name: "mode", required: false },
      ],
    ],
    ["arguments:\n  - file\n  - name: mode", [{ name: "file" }, { name: "mode" }]],
    ["arguments:\n  file: Which file\n  mode:", [{ name: "file", description: "Which file" }, { name: "mode" }]],
    [
      "arguments:\n  - file: Which file\n  - mode: How",
      [
        { name: "file", description: "Which file" },
        { name: "mode", description: "How" },
      ],
    ],
  ])("reads %j", (field, expected) => {
    const { definition, summary } = define(field);
    expect(definition.arguments).toEqual(expected);
    expect(summary).toEqual([]);
  });

  it("keeps the place of a name that cannot be used", () => {
    const { definition, summary } = define("arguments: 1st, file, file");
    expect(definition.arguments.map(({ name }) => name)).toEqual(["argument0", "file", "argument2"]);
    expect(summary).toEqual(["warning invalid-argument 3", "warning invalid-argument 3"]);
  });
});

describe("hooks", () => {
  it("reads matchers and handlers, with the type defaulting to command", () => {
    const { definition, summary } = define(`hooks:
  PreToolUse:
    - matcher: "Bash|Write"
      hooks:
        - command: ./check.sh
          timeout: 5
          once: true
        - type: http
          url: https://example.com/hook
          headers: { X-Key: k }
  Stop:
    - hooks: [{ type: prompt, prompt: Done? }]`);
    expect(summary).toEqual([]);
    expect(definition.hooks).toEqual({
      PreToolUse: [
        {
          matcher: "Bash|Write",
          hooks: [
            { type: "command", command: "./check.sh", timeout: 5, once: true },
            { type: "http", url: "https://example.com/hook", headers: { "X-Key": "k" } },
          ],
        },
      ],
      Stop: [{ hooks: [{ type: "prompt", prompt: "Done?" }] }],
    });
  });

  it("understands the short forms that people write", () => {
    const { definition, summary } = define(`hooks:
  post_tool_use:
    matcher: [Write, Edit]
    command: ./a.sh
  Stop: ./b.sh
  SessionStart:
    - hooks: ./c.sh`);
    // A bare command where a matcher belongs is not guessed at.
    expect(summary).toEqual(["error malformed-hook 7"]);
    expect(definition.hooks).toEqual({
      PostToolUse: [{ matcher: "Write|Edit", hooks: [{ type: "command", command: "./a.sh" }] }],
      SessionStart: [{ hooks: [{ type: "command", command: "./c.sh" }] }],
    });
  });

  it("reports every malformed hook as an error and keeps the others", () => {
    const { definition, diagnostics } = define(`hooks:
  PreToolUs:
    - hooks: [{ command: a }]
  PreToolUse:
    - hooks:
        - type: agent
          prompt: x
        - type: http
        - command: [a]
        - command: ./ok.sh
          if: Bash(git *)
    - matcher: { a: 1, b: 2 }
      hooks: [{ command: b }]
    - just text
  Stop:
    - hooks: []
  constructor: []`);
    expect(definition.hooks).toEqual({ PreToolUse: [{ hooks: [{ type: "command", command: "./ok.sh" }] }] });
    expect(summarise(diagnostics)).toEqual([
      "error unknown-hook-event 4",
      "error malformed-hook 8",
      "error malformed-hook 10",
      "error malformed-hook 11",
      "warning unknown-hook-field 13",
      "error malformed-hook 14",
      "error malformed-hook 16",
      "error unknown-hook-event 19",
    ]);
    expect(diagnostics[0]?.hint).toBe("Did you mean `PreToolUse`?");
    expect(diagnostics[1]?.frame).toContain("type: agent");
  });

  it.each(["hooks: none", "hooks: [a]"])("has none for %s", (field) => {
    const { definition, summary } = define(field);
    expect(definition.hooks).toBeUndefined();
    expect(summary).toEqual(["error malformed-hook 3"]);
  });
});

describe("names", () => {
  it("calls a skill by its directory when its name is not a legal token, and keeps the name as a label", () => {
    const { definition, summary } = define("name: Test Patterns", { directoryName: "test-patterns" });
    expect(definition).toMatchObject({
      name: "test-patterns",
      displayName: "Test Patterns",
      directoryName: "test-patterns",
    });
    expect(summary).toEqual(["info illegal-name 3"]);
  });

  it("neutralises a directory name that cannot be called", () => {
    const { definition, summary } = define("name: ../../x", { directoryName: "My Skill" });
    expect(definition).toMatchObject({ name: "My-Skill", displayName: "../../x", directoryName: "My Skill" });
    expect(summary).toEqual(["info illegal-name 3", "warning illegal-directory-name"]);
    expect(define("name: fine", { directoryName: "My Skill" }).summary).toEqual([]);
  });

  it("lets no control character into any name", () => {
    const { definition } = define('name: "a\\nb\\e[31m"\naliases: ["x\\ny"]', { directoryName: "d\n\u001Be" });
    expect(definition).toMatchObject({ name: "d-e", displayName: "a b[31m", directoryName: "d e", aliases: [] });
  });

  it("compares composed and decomposed letters as one", () => {
    expect(define("name: cafe\u0301").definition.name).toBe("caf\u00E9");
    expect(define("", { directoryName: "cafe\u0301" }).definition).toMatchObject({
      name: "caf\u00E9",
      directoryName: "caf\u00E9",
    });
  });
});

describe("descriptions", () => {
  it("fall back to the body when the field is missing, null or blank", () => {
    for (const field of ["", "description:\n", "description: ~\n", 'description: "  "\n']) {
      const { definition, diagnostics } = loadSkillText(
        `---\nname: sample\n${field}---\n# Title\n\nFirst\nparagraph.\n`,
      );
      expect(definition.description).toBe("First paragraph.");
      expect(summarise(diagnostics)).toEqual(["warning missing-description"]);
    }
  });

  it("keep their line breaks, trimmed at the ends", () => {
    expect(loadSkillText("---\ndescription: |\n  one\n\n  two\n---\nB").definition.description).toBe("one\n\ntwo");
  });

  it("stay empty without a body, with a word about it", () => {
    const { definition, diagnostics } = loadSkillText("---\nname: a\n---\n");
    expect(definition.description).toBe("");
    expect(summarise(diagnostics)).toEqual(["warning missing-description", "warning empty-body"]);
  });
});

describe("command files", () => {
  it("need no front matter", () => {
    const parsed = loadSkillText("# Title\n\nDo $ARGUMENTS.\n", { kind: "command", directoryName: "do" });
    expect(parsed).toMatchObject({ diagnostics: [], definition: { name: "do", description: "Do $ARGUMENTS." } });
  });

  it("ignore name and paths", () => {
    const { definition, summary } = define("name: other\npaths: src/**\nmodel: opus", {
      kind: "command",
      directoryName: "do",
    });
    expect(definition).toMatchObject({ name: "do", paths: [], model: "opus" });
    expect(summary).toEqual(["info ignored-field 3", "info ignored-field 4"]);
  });
});

describe("files that are not text as expected", () => {
  const encode = (text: string) => new TextEncoder().encode(text);

  it("replaces NUL and bytes that are not UTF-8, with the line", () => {
    const bytes = Uint8Array.from([...encode("---\r\nname: a\r\ndescription: d"), 0, ...encode("x\r\n---\r\nB"), 0xff]);
    const { definition, body, diagnostics } = loadSkillText(bytes);
    expect(definition.description).toBe("d\uFFFDx");
    expect(body).toBe("B\uFFFD");
    expect(summarise(diagnostics)).toEqual(["warning nul-bytes 3", "warning invalid-utf8 5"]);
  });

  it.each([
    ["too large", new Uint8Array(1024 * 1024 + 1).fill(0x61), "too-large"],
    ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x2d, 0), "not-utf8"],
    ["unclosed", encode("---\nname: a\n"), "unclosed-frontmatter"],
    ["a list", encode("---\n- a\n---\n"), "invalid-yaml"],
    ["nested without end", encode(`---\na: ${"[".repeat(5000)}\n---\n`), "yaml-too-complex"],
  ])("refuses a file that is %s", (_, bytes, code) => {
    expect(parseSkillText(bytes)).toMatchObject({ kind: "refused", diagnostics: [{ code, severity: "error" }] });
  });

  it("drops one byte order mark only", () => {
    expect(loadSkillText("\uFEFF---\ndescription: d\n---\n\uFEFFB").body).toBe("\uFEFFB");
    expect(loadSkillText("\uFEFF\uFEFF---\ndescription: d\n---\nB").body).toMatch(/^\uFEFF---\n/);
  });

  it("points at the line that was meant to close the block", () => {
    const { diagnostics } = parseSkillText("---\nname: a\n---end\nBody\n");
    expect(diagnostics[0]?.hint).toBe(
      "Line 3, `---end`, is not a fence: close the block with a line of exactly `---`.",
    );
  });

  it("loads a file of exactly 1 MiB", () => {
    const head = "---\ndescription: d\n---\n";
    const bytes = encode(head + "x".repeat(1024 * 1024 - head.length));
    expect(bytes).toHaveLength(1024 * 1024);
    expect(loadSkillText(bytes).body).toHaveLength(1024 * 1024 - head.length);
  });

  it("says when a blank line hides the front matter", () => {
    const { definition, diagnostics } = loadSkillText("\n---\nname: x\n---\nBody");
    expect(definition.name).toBe("sample");
    expect(diagnostics[0]).toMatchObject({
      code: "missing-frontmatter",
      message: expect.stringContaining("first line is blank"),
    });
  });
});

describe("refusals of YAML", () => {
  function explain(fields: string): string {
    const parsed = parseSkillText(`---\nname: a\n${fields}\n---\nBody\n`);
    if (parsed.kind !== "refused") throw new Error("was loaded");
    return parsed.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, { cwd: "/skills" })).join("\n");
  }

  it("point at a quote that is not closed", () => {
    expect(explain('description: "a text\nallowed-tools: Read')).toMatchInlineSnapshot(`
      "sample/SKILL.md:3:14 error invalid-yaml The front matter cannot be read: a quote is opened and not closed.
          2 | name: a
        > 3 | description: "a text
            |              ^
          4 | allowed-tools: Read
        hint: Close it: \`description: "a text"\`. If it belongs to the text, put the whole value in quotes."
    `);
  });

  it("point at a bracket that is not closed", () => {
    expect(explain("allowed-tools: [Read, Bash\nmodel: opus")).toMatchInlineSnapshot(`
      "sample/SKILL.md:3:16 error invalid-yaml The front matter cannot be read: a bracket is opened and not closed.
          2 | name: a
        > 3 | allowed-tools: [Read, Bash
            |                ^
          4 | model: opus
        hint: Close it: \`allowed-tools: [Read, Bash]\`. If it belongs to the text, put the whole value in quotes."
    `);
  });

  it("show how to write a glob in a list", () => {
    expect(explain("paths:\n  - src/*.ts\n  - **/*.ts")).toMatchInlineSnapshot(`
      "sample/SKILL.md:5:5 error invalid-yaml The front matter cannot be read: a value begins with a character that YAML reserves.
          4 |   - src/*.ts
        > 5 |   - **/*.ts
            |     ^
          6 | ---
        hint: Write \`- "**/*.ts"\`."
    `);
    expect(explain("paths:\n  - {a,b}/**")).toMatchInlineSnapshot(`
      "sample/SKILL.md:4:10 error invalid-yaml The front matter cannot be read: a value begins with a character that YAML reserves.
          3 | paths:
        > 4 |   - {a,b}/**
            |          ^
          5 | ---
        hint: Write \`- "{a,b}/**"\`."
    `);
  });

  it("show how to write a colon in a list", () => {
    expect(explain("changelog:\n  - 1.0: first: change")).toMatchInlineSnapshot(`
      "sample/SKILL.md:4:10 error invalid-yaml The front matter cannot be read: a value holds \`: \` and is not in quotes.
          3 | changelog:
        > 4 |   - 1.0: first: change
            |          ^
          5 | ---
        hint: Write \`- 1.0: "first: change"\`."
    `);
  });

  it("name a tab", () => {
    expect(explain("metadata:\n\tversion: 1")).toMatchInlineSnapshot(`
      "sample/SKILL.md:4:1 error invalid-yaml The front matter cannot be read: a tab is used to indent.
          3 | metadata:
        > 4 |  version: 1
            | ^
          5 | ---
        hint: Indent with spaces."
    `);
  });

  it.each([
    'description: "a text',
    "description: 'a text",
    "allowed-tools: [Read, Bash",
    "allowed-tools: [Read, Bash(git *)",
    "metadata: {a: {b: 1}",
    "metadata: {a: [1, {b: [2",
    "paths:\n  - **/*.ts",
    "paths:\n  - {a,b}/**",
    "metadata:\n  by: @me",
    "metadata:\n  by: `me`",
    "changelog:\n  - 1.0: first: change",
    "metadata:\n  a: b: c",
    'metadata:\n  - "open',
    "description: d\n...\nallowed-tools: Read",
    "metadata:\n\tversion: 1",
  ])("of %j show a line with which the file loads", (fields) => {
    const text = `---\nname: a\n${fields}\n---\nBody\n`;
    const parsed = parseSkillText(text);
    const [{ line = 0, hint = "" } = {}] = parsed.diagnostics;
    expect(parsed.kind).toBe("refused");
    const lines = text.split("\n");
    const written = lines[line - 1] ?? "";
    const [, better] = /^(?:Write|Close it:) `(.*)`\./.exec(hint) ?? [];
    if (better !== undefined) lines[line - 1] = `${/^ */.exec(written)}${better}`;
    else if (hint === "Remove that line.") lines.splice(line - 1, 1);
    else if (hint === "Indent with spaces.") lines[line - 1] = written.replace("\t", "  ");
    else throw new Error(`no suggestion: ${hint}`);
    expect(loadSkillText(lines.join("\n")).definition.name).toBe("a");
  });

  it("name a line that ends the document", () => {
    expect(explain("description: d\n...\nallowed-tools: Read")).toMatchInlineSnapshot(`
      "sample/SKILL.md:4:1 error invalid-yaml The front matter cannot be read: a line \`...\` or \`--- …\` ends the fields early.
          3 | description: d
        > 4 | ...
            | ^
          5 | allowed-tools: Read
        hint: Remove that line."
    `);
  });
});

describe("any bytes", () => {
  const piece = fc.constantFrom(
    "---\n",
    "name: ",
    "description: ",
    "allowed-tools: ",
    "paths: ",
    "hooks:\n  ",
    "arguments: ",
    "metadata: ",
    "a",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    ":",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    '"',
    "'",
    "#",
    "|",
    ">",
    "*",
    "&a",
    "*a",
    "!t",
    "\\",
    "\uFEFF",
    "\0",
    "\u001B",
    "true",
    "1",
    "null",
    "**",
    "!`x`",
    "```!\n",
    "PreToolUse: ",
    "command: ",
  );

  it("give one result, without a crash and without control characters in names", () => {
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 40 }), fc.boolean(), fc.string(), (text, open, directoryName) => {
        const file = open ? `---\n${text}\n---\nBody` : text;
        const parsed = parseSkillText(file, { directoryName });
        expect(parseSkillText(file, { directoryName })).toEqual(parsed);
        for (const { line, column } of parsed.diagnostics) {
          if (line !== undefined) expect(line).toBeGreaterThan(0);
          if (column !== undefined) expect(column).toBeGreaterThan(0);
          expect(line ?? 1).toBeLessThanOrEqual(file.split(/\r\n?|\n/).length);
        }
        if (parsed.kind === "refused") {
          expect(parsed.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
          return;
        }
        const { name, aliases, displayName = "", directoryName: folder, description } = parsed.definition;
        for (const called of [name, ...aliases]) expect(called).toMatch(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u);
        expect(displayName + folder).not.toMatch(/\p{Cc}/u);
        expect(description).not.toMatch(/(?![\t\n])\p{Cc}/u);
      }),
      { numRuns: 800 },
    );
  });

  it("are read whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(["skill", "refused"]).toContain(parseSkillText(bytes).kind);
      }),
    );
  });
});
