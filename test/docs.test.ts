/** Checks the documents: links lead somewhere, and decisions are written alike. */
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

const withoutFences = (text: string) => text.replace(/^(`{3,})[\s\S]*?^\1/gm, "");

/** Targets of links and images outside fenced blocks, without addresses of other sites. */
function linksOf(text: string): readonly string[] {
  const prose = withoutFences(text).replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => (/^[a-z]+:/.test(target) ? [] : target));
}

/** What a heading is called in an address. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

function leadsSomewhere(from: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? from : posix.join(posix.dirname(from), file);
  return existsSync(`${root}/${path}`) && (anchor === undefined || anchorsOf(read(path)).includes(anchor));
}

it("every link leads to a file, and to a heading in it", () => {
  const broken = documents.flatMap((path) =>
    linksOf(read(path))
      .filter((target) => !leadsSomewhere(path, target))
      .map((target) => `${path}: ${target}`),
  );
  expect(documents).toContain("README.md");
  expect(broken).toEqual([]);
});

it("every decision stands under its number, and says context, choice and consequence", () => {
  const records = documents.filter((path) => path.startsWith("docs/decisions/"));
  const wrong = records.filter((path) => {
    const text = read(path);
    const parts = ["Context", "Choice", "Consequence"].map((part) => text.indexOf(`**${part}.**`));
    const inOrder = parts.every((place, index) => place > (parts[index - 1] ?? 0));
    return !text.startsWith(`# ${Number(/\/(\d{4})-/.exec(path)?.[1])}. `) || !inOrder;
  });
  expect(records.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});
