/** Holds the reference of the skill format and its JSON Schema to what the parser does. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { expandTemplate, expandVariables, FIELD_NAMES, FIELDS, HOOK_EVENT_NAMES } from "../src/engine/index.ts";
import { loadSkillText, parseSkillText } from "./support/parse-skill-text.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const reference = readFileSync(`${root}/docs/skills.md`, "utf8");

interface Example {
  readonly line: number;
  readonly text: string;
  /** Part of the definition. */
  readonly reads?: Record<string, unknown>;
  readonly refused?: string;
  /** The one diagnostic code it leaves. */
  readonly says?: string;
}

/** Fenced examples with the comments that follow them; `yaml` ones are the fields alone. */
function readExamples(text: string): readonly Example[] {
  const pattern = /^(`{3,})(yaml|markdown)\n([\s\S]*?)^\1\n((?:<!-- .* -->\n)*)/gm;
  return [...text.matchAll(pattern)].map((match) => {
    const [, , language, content = "", comments = ""] = match;
    const note = (name: string) => new RegExp(`^<!-- ${name}: (.*) -->$`, "m").exec(comments)?.[1];
    const reads = note("reads");
    const refused = note("refused");
    const says = note("says");
    const described = /^description:/m.test(content) ? "" : "description: An example.\n";
    return {
      line: text.slice(0, match.index).split("\n").length,
      text: language === "yaml" ? `---\n${described}${content}---\nBody\n` : content,
      ...(reads !== undefined && { reads: JSON.parse(reads) as Record<string, unknown> }),
      ...(refused !== undefined && { refused }),
      ...(says !== undefined && { says }),
    };
  });
}

const examples = readExamples(reference);

describe("the examples of docs/skills.md", () => {
  it("all say what they read as", () => {
    expect(examples.length).toBeGreaterThan(25);
    expect(examples.filter(({ reads, refused }) => (reads === undefined) === (refused === undefined))).toEqual([]);
    expect(reference.match(/^`{3,}(?:yaml|markdown)$/gm)).toHaveLength(examples.length);
  });

  it.each(examples.filter(({ reads }) => reads !== undefined))(
    "line $line loads as it says",
    ({ text, reads, says }) => {
      const { definition, diagnostics } = loadSkillText(text);
      expect(definition).toMatchObject(reads ?? {});
      const codes = new Set(diagnostics.map(({ code }) => code));
      if (text.startsWith("---\nname: release")) codes.delete("repaired-value");
      expect([...codes]).toEqual(says === undefined ? [] : [says]);
    },
  );

  it.each(examples.filter(({ refused }) => refused !== undefined))(
    "line $line is refused as $refused",
    ({ text, refused }) => {
      expect(parseSkillText(text)).toMatchObject({ kind: "refused", diagnostics: [{ code: refused }] });
    },
  );
});

describe("docs/skills.md", () => {
  it("has a section and an example for every field", () => {
    const headings = (reference.match(/^### .*$/gm) ?? []).join("\n");
    expect(FIELD_NAMES.filter((name) => !headings.includes(`\`${name}\``))).toEqual([]);
    expect(FIELD_NAMES.filter((name) => !examples.some(({ text }) => new RegExp(`^${name}:`, "m").test(text)))).toEqual(
      [],
    );
  });

  const rows = [...reference.matchAll(/^\| `([^`|]+)` \| (?:`([^`|]*)`)? ?\| `([^`|]+)` \|$/gm)];

  it.each(rows.map(([, body = "", args = "", filled = ""]) => ({ body, args, filled })))(
    "fills $body with $args as it says",
    ({ body, args, filled }) => {
      const { definition: skill } = loadSkillText("---\ndescription: d\narguments: file, mode\n---\nB");
      const variables = { skillDir: "", sessionId: "", projectDir: "" };
      const expanded = expandTemplate({ body, args, skill, variables, commands: "keep" });
      expect(expanded).toEqual({ kind: "expanded", segments: [{ kind: "text", text: filled }] });
    },
  );

  it("names every variable, and no other", () => {
    expect(rows.length).toBeGreaterThan(5);
    const named = [...reference.matchAll(/^\| `(\$\{(\w+)\})` \|/gm)];
    const values = {
      SKILL_DIR: "1",
      PROJECT_DIR: "2",
      SESSION_ID: "3",
      EFFORT: "4",
      PLUGIN_ROOT: "5",
      PLUGIN_DATA: "6",
    };
    expect(named.map(([, , name]) => name)).toEqual(Object.keys(values).map((name) => `CLAUDE_${name}`));
    const filled = expandVariables(named.map(([, text]) => text).join(""), {
      skillDir: values.SKILL_DIR,
      projectDir: values.PROJECT_DIR,
      sessionId: values.SESSION_ID,
      effort: values.EFFORT,
      pluginRoot: values.PLUGIN_ROOT,
      pluginData: values.PLUGIN_DATA,
    });
    expect(filled).toBe("123456");
  });

  it("lists every code that the parser reports", () => {
    const folder = `${root}/src/engine`;
    const files = readdirSync(folder).filter((name) =>
      /^(?:parse-|read-fields|field-|resolve-names|decode-text)/.test(name),
    );
    const sources = files
      .filter((name) => !name.endsWith(".test.ts"))
      .map((name) => readFileSync(`${folder}/${name}`, "utf8"));
    const codes = sources.flatMap((text) => [...text.matchAll(/code: "([a-z0-9-]+)"/g)].map(([, code]) => code ?? ""));
    expect(codes.length).toBeGreaterThan(20);
    expect([...new Set(codes)].filter((code) => !reference.includes(`\`${code}\``))).toEqual([]);
  });
});

describe("schema/skill-frontmatter.schema.json", () => {
  const schema = JSON.parse(readFileSync(`${root}/schema/skill-frontmatter.schema.json`, "utf8")) as {
    readonly properties: Record<string, { readonly $ref: string }>;
    readonly definitions: Record<string, Record<string, unknown>>;
    readonly additionalProperties: boolean;
  };

  it("has every field in its three spellings, and no other", () => {
    const camel = (name: string) => name.replace(/[-_](.)/g, (_, letter: string) => letter.toUpperCase());
    const spellings = FIELD_NAMES.flatMap((name) =>
      [...new Set([name, name.replaceAll("_", "-"), name.replaceAll("-", "_"), camel(name)])].map((key) => [key, name]),
    );
    const written = Object.entries(schema.properties).map(([key, { $ref }]) => [
      key,
      $ref.replace("#/definitions/", ""),
    ]);
    expect(written.sort()).toEqual(spellings.sort());
    expect(schema.additionalProperties).toBe(true);
  });

  it("describes every field, and accepts of each what the parser's shape accepts", () => {
    for (const name of FIELD_NAMES) {
      const definition = schema.definitions[name] ?? {};
      expect(definition.description, name).toEqual(expect.stringMatching(/\S/));
      const types = JSON.stringify(definition);
      const shape = FIELDS[name];
      if (shape === "boolean") expect(types, name).toContain("boolean");
      if (shape === "map" || shape === "hooks") expect(types, name).toContain('"object"');
      if (["tools", "paths", "names", "arguments"].includes(shape)) expect(types, name).toMatch(/list|array/);
      if (shape === "text") expect(types, name).toMatch(/"string"|enum/);
    }
  });

  it("knows every hook event", () => {
    expect(JSON.stringify(schema.definitions.hooks)).not.toBe("");
    const names = (schema.definitions.hooks as { properties: Record<string, unknown> }).properties;
    expect(Object.keys(names).sort()).toEqual([...HOOK_EVENT_NAMES].sort());
  });
});
