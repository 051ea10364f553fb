/** Holds the list of codes to the code that reports them, and to the document that explains them. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeLintCode, LINT_CHECKS, PORTABLE_CHECKS, READER_CHECKS } from "./lint-codes.ts";

const engine = fileURLToPath(new URL("..", import.meta.url));
const documented = readFileSync(fileURLToPath(new URL("../../../docs/lint.md", import.meta.url)), "utf8");
/** A file and all that it imports from the engine. */
function withImports(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(`${engine}${file}`, "utf8");
  for (const [, name] of text.matchAll(/from "\.\/([a-z-]+\.ts)"/g)) withImports(name ?? "", seen);
  return seen;
}

it("has every code that reading a file can report", () => {
  const sources = [...withImports("parse-skill.ts")].map((file) => readFileSync(`${engine}${file}`, "utf8"));
  const reported = sources.flatMap((text) => [...text.matchAll(/code: "([a-z0-9-]+)"/g)].map(([, code]) => code ?? ""));
  expect(reported.length).toBeGreaterThan(20);
  expect(reported.filter((code) => !Object.hasOwn(READER_CHECKS, code))).toEqual([]);
});

it("has no code that nothing reports", () => {
  const files = [...withImports("parse-skill.ts"), "registry.ts", "scan-diagnostics.ts", "path-pattern.ts"];
  const checks = readdirSync(`${engine}lint`).filter((name) => /^(check|lint)-/.test(name) && !/test|codes/.test(name));
  const text = [...files, ...checks.map((name) => `lint/${name}`)]
    .map((file) => readFileSync(`${engine}${file}`, "utf8"))
    .join("\n");
  const all = Object.keys({ ...LINT_CHECKS, ...PORTABLE_CHECKS, ...READER_CHECKS });
  // Fields of a few words are read by one function, which makes the code from the field's name.
  const made = ["invalid-context", "invalid-shell"];
  expect(text).toContain("`invalid-${context.field}`");
  expect(all.filter((code) => !text.includes(`"${code}"`) && !made.includes(code))).toEqual([]);
});

it("is what docs/lint.md lists, in its order", () => {
  const rows = [...documented.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, code]) => code);
  const all = [LINT_CHECKS, PORTABLE_CHECKS, READER_CHECKS].flatMap((checks) => Object.keys(checks).sort());
  expect(rows).toEqual(all);
});

it("describes known codes only", () => {
  expect(describeLintCode("missing-file")).toMatch(/file/);
  expect(describeLintCode("toString")).toBeUndefined();
});
