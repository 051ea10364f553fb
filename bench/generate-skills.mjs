/** Writes any number of skills that look like real ones, the same for the same number, into a folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WORDS = (
  "release branch component schema query latency invoice token layout worker migration snapshot parser signal bucket " +
  "session cluster pipeline fixture contract ledger canvas router cache widget report policy adapter tenant webhook"
).split(" ");
const FOLDERS = ["src", "app", "packages", "services", "lib", "components", "docs", "infra", "tools", "tests"];
const ENDINGS = ["ts", "tsx", "js", "jsx", "py", "go", "rs", "md", "sql", "yaml", "css", "java", "{ts,tsx}", "{c,h}"];

/** Random numbers in [0, 1) that are the same in every run (mulberry32). */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of the values. */
export function pick(random, values) {
  return values[Math.floor(random() * values.length)];
}

function sentence(random, words) {
  return Array.from({ length: words }, () => pick(random, WORDS)).join(" ");
}

/** One to three gitignore patterns, half of them with braces or a negation. */
export function createPatterns(random) {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => {
    const negation = index > 0 && random() < 0.2 ? "!" : "";
    const middle = random() < 0.5 ? `${pick(random, WORDS)}/` : "";
    return `${negation}${pick(random, FOLDERS)}/${middle}**/*.${pick(random, ENDINGS)}`;
  });
}

/** A path such as a tool would touch, drawn from the same words as the patterns. */
export function createPath(random) {
  const depth = Math.floor(random() * 3);
  const middle = Array.from({ length: depth }, () => pick(random, WORDS));
  const ending = pick(
    random,
    ENDINGS.filter((one) => !one.startsWith("{")),
  );
  return [pick(random, FOLDERS), ...middle, `${pick(random, WORDS)}.${ending}`].join("/");
}

/** The text of skill number `index`: frontmatter as people write it and a body of one to eight kilobytes. */
export function createSkillText(index, { conditional = false } = {}) {
  const random = createRandom(index + 1);
  const lines = [
    "---",
    `name: ${nameOf(index)}`,
    `description: ${sentence(random, 12)}. Use when ${sentence(random, 6)}.`,
  ];
  if (random() < 0.3) lines.push(`argument-hint: "[${pick(random, WORDS)}]"`);
  if (random() < 0.3) lines.push("allowed-tools: Read, Grep, Bash(git log:*)");
  if (conditional) lines.push("paths:", ...createPatterns(random).map((pattern) => `  - "${pattern}"`));
  lines.push("---", "", `# ${sentence(random, 3)}`);
  const paragraphs = 4 + Math.floor(random() * 28);
  for (let paragraph = 0; paragraph < paragraphs; paragraph += 1) lines.push("", sentence(random, 30));
  return `${lines.join("\n")}\n`;
}

/** The name and folder of skill number `index`. */
export function nameOf(index) {
  return `${WORDS[index % WORDS.length]}-${String(index).padStart(6, "0")}`;
}

/** Writes `count` skills below `folder`; returns the paths of their files. */
export function writeSkills(folder, count, options) {
  return Array.from({ length: count }, (_, index) => {
    const directory = join(folder, nameOf(index));
    mkdirSync(directory, { recursive: true });
    const path = join(directory, "SKILL.md");
    writeFileSync(path, createSkillText(index, options));
    return path;
  });
}
