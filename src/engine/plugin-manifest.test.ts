import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePluginManifest } from "./plugin-manifest.ts";

const PATH = "/plugins/demo/.claude-plugin/plugin.json";

function parse(text: string) {
  const parsed = parsePluginManifest(new TextEncoder().encode(text), PATH);
  if (parsed.kind === "refused") return parsed;
  return { kind: parsed.kind, manifest: parsed.manifest, diagnostics: parsed.report.diagnostics };
}

test("reads name, skills, commands and defaultEnabled, and leaves other fields alone", () => {
  const parsed = parse(`{
    "name": "demo", "version": "1.0.0", "author": { "name": "Ada" }, "hooks": 7,
    "skills": ["./more", "."], "commands": "./tools/deploy.md", "defaultEnabled": false
  }`);
  expect(parsed).toMatchObject({
    kind: "manifest",
    manifest: {
      name: "demo",
      defaultEnabled: false,
      skills: [{ path: "./more" }, { path: "." }],
      commands: [{ path: "./tools/deploy.md" }],
    },
    diagnostics: [],
  });
});

test("takes one path for a list of one", () => {
  expect(parse('{"name": "demo", "skills": "./"}')).toMatchObject({ manifest: { skills: [{ path: "./" }] } });
});

test("points at the mistake in text that is no JSON", () => {
  const parsed = parse('{\n  "name": "demo",\n}');
  expect(parsed).toMatchObject({
    kind: "refused",
    diagnostics: [
      {
        code: "plugin-manifest",
        severity: "error",
        path: PATH,
        line: 3,
        column: 1,
        message: "Expected a name in double quotes, found `}`.",
      },
    ],
  });
  expect(parsed.diagnostics[0]?.frame).toContain("> 3 | }");
});

describe("a wrong field costs itself", () => {
  test.each([
    ["name", '{"name": "a:b"}', "plugin-name", 10],
    ["name", '{"name": 7}', "plugin-name", 10],
    ["name", "{}", "plugin-name", undefined],
    ["skills", '{"name": "x", "skills": [7]}', "plugin-field", 26],
    ["skills", '{"name": "x", "skills": {"a": "./b"}}', "plugin-field", 25],
    ["skills", '{"name": "x", "skills": "more"}', "plugin-field", 25],
    ["skills", '{"name": "x", "skills": "./a/../../b"}', "plugin-path-outside", 25],
    ["skills", '{"name": "x", "skills": "/etc"}', "plugin-path-outside", 25],
    ["skills", '{"name": "x", "skills": "C:\\\\x"}', "plugin-path-outside", 25],
    ["commands", '{"name": "x", "commands": ["~/c"]}', "plugin-path-outside", 28],
    ["defaultEnabled", '{"name": "x", "defaultEnabled": "no"}', "plugin-field", 33],
  ])("%s: %s", (_field, text, code, column) => {
    const parsed = parse(text);
    expect(parsed.kind).toBe("manifest");
    expect(parsed.diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.column])).toEqual([[code, column]]);
    expect(parsed.diagnostics[0]?.hint).toBeTruthy();
  });
});

test("refuses a list, another encoding and an empty file", () => {
  expect(parse("[]").kind).toBe("refused");
  expect(parse("").kind).toBe("refused");
  expect(parsePluginManifest(new Uint8Array([0xff, 0xfe, 0x7b, 0]), PATH).kind).toBe("refused");
});

test("never throws, and names no path that leads out", () => {
  const paths = fc.array(fc.oneof(fc.constantFrom("..", "./..", "./a/..", "\\..", "/", "./b"), fc.string()));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        paths.map((skills) => JSON.stringify({ skills })),
      ),
      (text) => {
        const parsed = parse(text);
        if (parsed.kind === "refused") return;
        for (const { path } of parsed.manifest.skills) {
          expect(path.split(/[/\\]/)).not.toContain("..");
          expect(path).toMatch(/^\.(?:\/|$)/);
        }
      },
    ),
  );
});
