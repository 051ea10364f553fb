/** Parses every real skill and command file: each loads with the fields it was written with, or says what to mend. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { FIELD_NAMES, type ParsedSkill, parseSkill, type SkillDefinition } from "../../src/engine/index.ts";
import { type CorpusFile, listCorpus } from "../support/corpus.ts";

/** Files that are refused, each looked at: the reason is right and the hint mends it. */
const REFUSED: readonly (readonly [path: string, code: string, why: string])[] = [
  [
    "badlogic/pi-mono packages/coding-agent/test/fixtures/skills/invalid-yaml/SKILL.md",
    "invalid-yaml",
    "a bracket is never closed; a fixture for this very error",
  ],
  [
    "jleechanorg/claude-commands hermes/skills/.archive/long-task-claudem-tmux/SKILL.md",
    "invalid-yaml",
    "a quote is never closed, so where the description ends is anybody's guess",
  ],
  [
    "jleechanorg/claude-commands hermes/skills/devops/babysit-ao-pr-loop/SKILL.md",
    "invalid-yaml",
    "a colon inside a list item",
  ],
  [
    "jleechanorg/claude-commands hermes/skills/devops/gcp-cost-diagnosis-bq-billing-export/SKILL.md",
    "invalid-yaml",
    "a bracket inside an unquoted item of a nested list",
  ],
];

const corpus = listCorpus()?.filter(({ kind }) => kind !== "agent");

interface Read {
  readonly file: CorpusFile;
  readonly bytes: Uint8Array;
  readonly parsed: ParsedSkill;
}

describe.skipIf(corpus === undefined)(
  "the corpus of real files (skipped: set SKILLFUL_CORPUS to its directory)",
  () => {
    let read: readonly Read[] = [];

    beforeAll(() => {
      read = (corpus ?? []).map((file) => {
        const bytes = readFileSync(file.file);
        const { path, directoryName, kind } = { ...file, kind: file.kind === "command" ? "command" : "skill" } as const;
        return { file, bytes, parsed: parseSkill({ bytes, path, directoryName, kind }) };
      });
    });

    it("is large", () => {
      expect(read.length).toBeGreaterThan(1500);
    });

    it("is refused only where it was looked at, which is at most one file in a hundred", () => {
      const refused = read
        .filter(({ parsed }) => parsed.kind === "refused")
        .map(({ file, parsed }) => [`${file.repository} ${file.path}`, parsed.diagnostics[0]?.code]);
      const known = new Set(read.map(({ file }) => `${file.repository} ${file.path}`));
      // Another corpus than the one that was looked at has refusals of its own.
      if (REFUSED.every(([path]) => known.has(path))) {
        expect(refused).toEqual(REFUSED.map(([path, code]) => [path, code]));
      }
      expect(refused.length).toBeLessThanOrEqual(read.length / 100);
    });

    it("gets diagnostics that a person can act on", () => {
      for (const { parsed } of read) {
        for (const diagnostic of parsed.diagnostics) {
          expect(diagnostic.code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
          expect(diagnostic.message).toMatch(/\S/);
          if (diagnostic.severity === "error") {
            expect(diagnostic).toMatchObject({
              line: expect.any(Number),
              hint: expect.any(String),
              frame: expect.any(String),
            });
          }
        }
      }
    });

    it("has names that can be called and descriptions that say something", () => {
      for (const { file, definition, body } of loaded(read)) {
        expect(definition.name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u);
        if (body.trim() !== "") expect(definition.description, file.path).not.toBe("");
      }
    });

    it("keeps each body byte for byte", () => {
      for (const { bytes, body } of loaded(read)) {
        const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, "\n");
        expect(text.endsWith(body)).toBe(true);
        const head = text.slice(0, text.length - body.length);
        expect(head === "" || /^---[ \t]*\n([\s\S]*\n)?---[ \t]*\n?$/.test(head)).toBe(true);
      }
    });

    it("has the values that plain YAML reads, wherever the block is valid YAML", () => {
      let compared = 0;
      for (const { file, bytes, definition } of loaded(read)) {
        const values = plainValues(new TextDecoder().decode(bytes));
        if (values === undefined) continue;
        compared++;
        expect(pick(definition, values, file), file.path).toEqual(expected(values, file));
      }
      expect(compared).toBeGreaterThan(read.length * 0.9);
    });

    it("is repaired without a loss where the block is not valid YAML", () => {
      let repaired = 0;
      for (const { bytes, definition } of loaded(read)) {
        const text = new TextDecoder().decode(bytes);
        const block = blockOf(text);
        if (block === undefined || plainValues(text) !== undefined) continue;
        repaired++;
        // All of them have the whole description on one line.
        const line = /^description: (.*)$/m.exec(block)?.[1]?.trim();
        const written = line?.startsWith('"') ? line : JSON.stringify(line);
        expect(JSON.stringify(definition.description)).toBe(written);
      }
      expect(repaired).toBeGreaterThan(30);
    });
  },
);

function loaded(read: readonly Read[]) {
  return read.flatMap(({ file, bytes, parsed }) => (parsed.kind === "skill" ? [{ file, bytes, ...parsed }] : []));
}

function blockOf(text: string): string | undefined {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0];
  return opening && /^([\s\S]*?)^---[ \t]*\r?$/m.exec(text.slice(opening.length))?.[1];
}

/** An independent reading of the block: the library alone, no repair. */
function plainValues(text: string): Readonly<Record<string, unknown>> | undefined {
  const block = blockOf(text);
  if (block === undefined) return undefined;
  const document = parseDocument(block.replace(/\r\n?/g, "\n"), { uniqueKeys: false });
  const value: unknown = document.errors.length === 0 ? document.toJS() : undefined;
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Fields whose plain value says without doubt what ours must be. */
function expected(values: Readonly<Record<string, unknown>>, file: CorpusFile): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value === null) continue;
    const text = typeof value === "string" ? value.trim() : undefined;
    switch (key) {
      case "name":
        if (file.kind === "command") result.name = file.directoryName;
        else if (text !== undefined && /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(text)) result.name = text;
        break;
      case "description":
        if (text !== "") result.description = text;
        break;
      case "license":
      case "compatibility":
      case "agent":
        result[key] = text;
        break;
      case "when_to_use":
        result.whenToUse = text;
        break;
      case "argument-hint":
        if (text !== undefined && text !== "") result.argumentHint = text;
        break;
      case "model":
        if (text !== undefined) result.model = text === "inherit" ? undefined : text;
        break;
      case "context":
        if (value === "fork" || value === "inline") result.context = value;
        break;
      case "effort":
        result.effort = value;
        break;
      case "user-invocable":
      case "user_invocable":
        result.userInvocable = value;
        break;
      case "disable-model-invocation":
        result.modelInvocable = !value;
        break;
      case "allowed-tools":
        result.allowedTools = Array.isArray(value) ? value.map(String) : naiveTools(text ?? "");
        break;
      case "disallowed-tools":
        result.disallowedTools = Array.isArray(value) ? value.map(String) : naiveTools(text ?? "");
        break;
      case "aliases":
        if (Array.isArray(value)) result.aliases = value.map(String);
        break;
      case "hooks":
      case "shell":
        result[key] = value;
        break;
      case "paths":
        if (file.kind === "skill" && text !== undefined && !text.includes("{")) result.paths = text.split(/,\s*/);
        break;
      case "metadata":
        result.metadata = value;
        break;
      case "arguments":
        result.arguments = (value as string[]).map((name) => ({ name }));
        break;
      default:
        // Nothing that an author wrote is lost, whether it means something here or not.
        if (!KNOWN_KEYS.has(foldKey(key)) || (/[A-Z]/.test(key) && key.toLowerCase() in values)) extra[key] = value;
    }
  }
  return Object.keys(extra).length === 0 ? result : { ...result, extra };
}

const KNOWN_KEYS: ReadonlySet<string> = new Set(FIELD_NAMES.map(foldKey));

function foldKey(key: string): string {
  return key.replace(/[-_]/g, "").toLowerCase();
}

/** Splits outside parentheses: at commas when there are any, else at blanks. */
function naiveTools(text: string): string[] {
  const flat = text.replace(/\s+/g, " ").trim();
  const separator = flat.replace(/\([^()]*\)/g, "").includes(",") ? /,(?![^()]*\))/ : / (?![^()]*\))/;
  return flat
    .split(separator)
    .map((tool) => tool.trim())
    .filter((tool) => tool !== "");
}

function pick(definition: SkillDefinition, values: Readonly<Record<string, unknown>>, file: CorpusFile) {
  return Object.fromEntries(
    Object.keys(expected(values, file)).map((key) => [key, definition[key as keyof SkillDefinition]]),
  );
}
