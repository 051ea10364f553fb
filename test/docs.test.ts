/** Checks the documents: links lead somewhere, and every decision is in the index. */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { listFiles } from "./support/list-files.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const documents = listFiles(root).filter(
  (path) => path.endsWith(".md") && (!path.includes("/") || path.startsWith("docs/") || path.startsWith("bench/")),
);
const read = (path: string): string => readFileSync(`${root}/${path}`, "utf8");

/** Targets of links and images outside fenced blocks, without anchors and addresses of other sites. */
function linksOf(text: string): readonly string[] {
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => (target ?? "").replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target));
}

it("every link leads to a file", () => {
  const broken = documents.flatMap((path) =>
    linksOf(read(path))
      .filter((target) => !existsSync(`${root}/${posix.join(posix.dirname(path), target)}`))
      .map((target) => `${path}: ${target}`),
  );
  expect(documents).toContain("README.md");
  expect(broken).toEqual([]);
});

it("every decision is in the index, under its number", () => {
  const index = read("docs/README.md");
  const records = documents.filter((path) => path.startsWith("docs/decisions/"));
  const missing = records.filter((path) => !index.includes(`](${path.slice("docs/".length)})`));
  const misnumbered = records.filter((path) => {
    const number = Number(/\/(\d{4})-/.exec(path)?.[1]);
    return !read(path).startsWith(`# ${number}. `);
  });
  expect(records.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
  expect(misnumbered).toEqual([]);
});
