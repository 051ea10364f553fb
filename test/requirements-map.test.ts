/** Holds docs/requirements.md to the tree: every requirement once, every claim backed by tests that exist. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(`${root}/docs/requirements.md`, "utf8");

interface Row {
  readonly id: string;
  readonly status: string;
  readonly tests: readonly string[];
}

const rows: readonly Row[] = [...text.matchAll(/^\| ([A-Z0-9]\w*) \| (.+) \| (\w+) \|(.*)\|$/gm)].map(
  ([, id = "", , status = "", tests = ""]) => ({
    id,
    status,
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ""),
  }),
);

const numbered = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
const scenarios = ["0a-0d", "1a-1c", "2a-2d", "3a-3c", "4a-4f", "5a-5b"].flatMap((range) => {
  const [first = "", last = ""] = range.split("-");
  const letters = "abcdef".slice(0, "abcdef".indexOf(last.slice(1)) + 1);
  return [...letters].map((letter) => `${first.slice(0, 1)}${letter}`);
});
const EXPECTED = [
  ...numbered("F", 12),
  ...numbered("S", 11),
  ...numbered("L", 11),
  ...numbered("C", 7),
  ...numbered("I", 12),
  ...numbered("P", 7),
  ...numbered("A", 8),
  ...scenarios,
  ...numbered("Q", 5),
];

describe("docs/requirements.md", () => {
  it("has every requirement exactly once, in order", () => {
    expect(rows.map(({ id }) => id)).toEqual(EXPECTED);
  });

  it("knows three states", () => {
    expect(rows.filter(({ status }) => !["done", "part", "open"].includes(status))).toEqual([]);
  });

  it("claims nothing without a test or a benchmark, and names none for what is open", () => {
    expect(rows.filter(({ status, tests }) => (status === "open") !== (tests.length === 0))).toEqual([]);
  });

  it("names only tests and benchmarks that exist", () => {
    const missing = rows.flatMap(({ id, tests }) =>
      tests
        .filter((path) => !existsSync(`${root}/${path}`) || !/\.test\.ts$|^bench\//.test(path))
        .map((path) => `${id}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});
