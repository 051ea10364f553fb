/** Writes the map of files in AGENTS.md and the index of decisions in docs; `--check` only says what is out of date. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Characters that a line should not pass: everybody who works here reads all of them, and some pay by the word. */
const MAX_LINE = 55;
const MAPPED = ["src", "test", "bench", "scripts", "examples"];

/** Paths below a folder, relative to the root: its files, then its folders. Does not ask git, which an archive lacks. */
function listFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => `${folder}/${name}`);
  const folders = entries.filter((entry) => entry.isDirectory() && !["node_modules", "dist"].includes(entry.name));
  return [...files, ...folders.flatMap(({ name }) => listFiles(`${folder}/${name}`))];
}

/** Tests beside the source, cases and scenarios have telling names; fixtures and samples are data. */
function deservesLine(path) {
  if (/\/(fixtures|__snapshots__|cases|scenarios)\//.test(path)) return false;
  if (path.startsWith("examples/")) return /\/(SKILL|README)\.md$|\.mjs$/.test(path);
  return !(path.startsWith("src/") && path.endsWith(".test.ts"));
}

/** The sentence that says what a file is for; undefined when the file does not begin with one. */
function purposeOf(path) {
  const text = readFileSync(join(root, path), "utf8").replace(/^#!.*\n/, "");
  switch (extname(path)) {
    case ".ts":
    case ".js":
    case ".mjs":
      return firstSentence(leadingComment(text)) ?? titleOf(path, text);
    case ".md":
      return firstSentence(/^description: *(.+)$/m.exec(frontmatter(text))?.[1] ?? /^# (.+)$/m.exec(text)?.[1]);
    case ".sh":
    case ".yml":
    case ".yaml":
    case "":
      return firstSentence(/^\s*#+ *(.+)$/m.exec(text)?.[1]);
    case ".json":
    case ".jsonl":
      return "Data.";
    default:
      return undefined;
  }
}

function leadingComment(text) {
  const block = /^\s*\/\*\*([\s\S]*?)\*\//.exec(text)?.[1]?.replace(/^\s*\*/gm, "");
  return block ?? /^(?:\/\/.*\n)+/.exec(text)?.[0].replace(/^\/\/ ?/gm, "");
}

/** The title of a test file's first block, where nothing else says what it is about. */
function titleOf(path, text) {
  if (!path.endsWith(".test.ts")) return undefined;
  return firstSentence(/^(?:describe|it|test)(?:\.\w+(?:\([^)]*\))?)?\((["'`])(.+?)\1/m.exec(text)?.[2]);
}

function frontmatter(text) {
  return /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "";
}

function firstSentence(text) {
  const line = text?.replace(/\s+/g, " ").trim();
  if (!line) return undefined;
  const end = /[.!?](?= [A-Z`])/.exec(line);
  const sentence = (end ? line.slice(0, end.index) : line).replace(/\.$/, "");
  return sentence.length > MAX_LINE ? leadingClause(sentence) : sentence;
}

/** Words that begin what a sentence can do without. */
const CLAUSES =
  / (?:and|or|which|that|so that|without|with|until|before|when|where|while|whatever|by which|in which|as|for|but) /g;

/** What stands before the first colon or semicolon, else before the last clause that fits; else the whole sentence. */
function leadingClause(sentence) {
  const places = (mark) =>
    [...sentence.matchAll(mark)].map(({ index }) => index).filter((index) => index > MAX_LINE / 3 && index <= MAX_LINE);
  const place = places(/[:;] /g)[0] ?? places(/, /g).at(-1) ?? places(CLAUSES).at(-1);
  return place === undefined ? sentence : sentence.slice(0, place);
}

const lines = [];
const silent = [];
let heading = "";
for (const path of MAPPED.flatMap(listFiles).filter(deservesLine)) {
  // A skill is one thing, named after its folder.
  const folder = basename(path) === "SKILL.md" ? dirname(dirname(path)) : dirname(path);
  const purpose = purposeOf(path);
  if (purpose === undefined) silent.push(path);
  if (folder !== heading) lines.push("", `### ${folder}`, "");
  heading = folder;
  lines.push(`- \`${path.slice(folder.length + 1)}\` ${purpose ?? "?"}`);
}

const decisions = readdirSync(join(root, "docs/decisions"))
  .filter((name) => name.endsWith(".md"))
  .sort()
  .map((name) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(join(root, "docs/decisions", name), "utf8")) ?? [];
    return `- ${number}: [${title}](decisions/${name})`;
  });

for (const path of silent) console.error(`${path}: begin it with a one-sentence comment that says what it is for`);
const current = [
  update("AGENTS.md", "file map", lines.join("\n").trim()),
  update("docs/README.md", "decisions", decisions.join("\n")),
];
process.exitCode = current.every(Boolean) && silent.length === 0 ? 0 : 1;

/** Puts a part between its two marks, or with `--check` reports the lines that differ. Returns whether all is well. */
function update(path, part, text) {
  const begin = `<!-- begin ${part}: \`npm run map\` writes it -->`;
  const end = `<!-- end ${part} -->`;
  const before = readFileSync(join(root, path), "utf8");
  const [head, rest] = before.split(begin);
  const tail = rest?.split(end)[1];
  if (tail === undefined) throw new Error(`${path} must hold the lines ${begin} and ${end}`);
  const after = `${head}${begin}\n${text}\n${end}${tail}`;
  if (!process.argv.includes("--check")) {
    writeFileSync(join(root, path), after);
    return true;
  }
  const has = new Set(before.split("\n"));
  const wants = new Set(after.split("\n"));
  for (const line of wants) if (!has.has(line)) console.error(`missing in ${path}: ${line}`);
  for (const line of has) if (!wants.has(line)) console.error(`outdated in ${path}: ${line}`);
  if (before !== after) console.error(`${path} does not match the tree; run \`npm run map\``);
  return before === after;
}
