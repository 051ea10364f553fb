/** Lints every real skill and command file: it ends, nothing crashes, and every finding can be acted on. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeLintCode, lintSkill, readLintSubject } from "../../src/engine/index.ts";
import { listCorpus } from "../support/corpus.ts";

const corpus = listCorpus()?.filter(({ kind }) => kind !== "agent");
const TOOLS = ["Read", "Write", "Edit", "Bash", "Glob", "Grep", "GitDiff", "Skill"];

it.skipIf(corpus === undefined)(
  corpus === undefined ? "skipped: the corpus is not here" : "every file of the corpus is checked, also strictly",
  { timeout: 120_000 },
  () => {
    const counts = new Map<string, number>();
    const poor: string[] = [];
    for (const { file, directoryName, kind } of corpus ?? []) {
      if (kind === "agent") continue;
      const reading = readLintSubject({ bytes: readFileSync(file), path: file, directoryName, kind });
      for (const portable of [false, true]) {
        const found = lintSkill(reading, { portable, tools: TOOLS, treeFiles: ["src/index.ts"], existing: new Set() });
        if (found.length > 101) poor.push(`${file} has ${found.length} findings`);
        for (const { code, severity, line = 0, column = 0, message } of found) {
          const isGood = describeLintCode(code) !== undefined && line > 0 && column > 0 && message !== "";
          if (!isGood) poor.push(`${file}:${line}:${column} ${code} ${message}`);
          if (!portable || code.startsWith("portable-")) {
            counts.set(`${severity} ${code}`, (counts.get(`${severity} ${code}`) ?? 0) + 1);
          }
        }
      }
    }
    expect(poor).toEqual([]);
    const rows = [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${String(count).padStart(6)} ${name}`);
    process.stdout.write(`${corpus?.length} files linted\n${rows.join("\n")}\n`);
    expect(counts.size).toBeGreaterThan(5);
  },
);
