/** Writes the map of files in AGENTS.md from each file's first sentence; `--check` only says what is out of date. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const document = join(root, "AGENTS.md");
const MAPPED = ["src", "test", "bench", "scripts", "examples"];
const BEGIN = "<!-- begin file map: `npm run map` writes it -->";
const END = "<!-- end file map -->";

/** Paths below a folder, relative to the root: its files, then its folders. Does not ask git, which an archive lacks. */
function listFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => `${folder}/${name}`);
  const folders = entries.filter((entry) => entry.isDirectory() && !["node_modules", "dist"].includes(entry.name));
  return [...files, ...folders.flatMap(({ name }) => listFiles(`${folder}/${name}`))];
}

/** Tests beside the source have its name and need no line of their own; fixtures and samples are data. */
function deservesLine(path) {
  if (/\/(fixtures|__snapshots__)\//.test(path)) return false;
  if (path.startsWith("examples/") && basename(path) !== "SKILL.md" && basename(path) !== "README.md") return false;
  return !(path.startsWith("src/") && path.endsWith(".test.ts"));
}

/** The sentence that says what a file is for; undefined when the file does not begin with one. */
function purposeOf(path) {
  const text = readFileSync(join(root, path), "utf8").replace(/^#!.*\n/, "");
  switch (extname(path)) {
    case ".ts":
    case ".js":
    case ".mjs":
      return firstSentence(/^\s*\/\*\*([\s\S]*?)\*\//.exec(text)?.[1]?.replace(/^\s*\*/gm, "")) ?? titleOf(path, text);
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
  return end ? line.slice(0, end.index + 1) : line;
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

const before = readFileSync(document, "utf8");
const [head, rest] = before.split(BEGIN);
const tail = rest?.split(END)[1];
if (head === undefined || tail === undefined) throw new Error(`AGENTS.md must hold the lines ${BEGIN} and ${END}`);
const after = `${head}${BEGIN}\n${lines.join("\n").trimStart()}\n\n${END}${tail}`;

for (const path of silent) console.error(`${path}: begin it with a one-sentence comment that says what it is for`);
if (process.argv.includes("--check")) {
  const has = new Set(before.split("\n"));
  const wants = new Set(after.split("\n"));
  for (const line of wants) if (!has.has(line)) console.error(`missing in AGENTS.md: ${line}`);
  for (const line of has) if (!wants.has(line)) console.error(`outdated in AGENTS.md: ${line}`);
  if (before !== after) console.error("AGENTS.md does not match the tree; run `npm run map`");
  process.exitCode = before === after && silent.length === 0 ? 0 : 1;
} else {
  writeFileSync(document, after);
  process.exitCode = silent.length === 0 ? 0 : 1;
}
