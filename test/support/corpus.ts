/** Finds the corpus of real skill files, which lies outside the repository and may be absent. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root =
  process.env.SKILLFUL_CORPUS ?? fileURLToPath(new URL("../../../shared/corpus/", import.meta.url)).replace(/\/$/, "");

export interface CorpusFile {
  readonly repository: string;
  /** Inside the repository. */
  readonly path: string;
  /** On this machine. */
  readonly file: string;
  readonly kind: "skill" | "command" | "agent";
  /** As the engine derives it. */
  readonly directoryName: string;
}

/** Every file of the corpus, by its manifest; undefined when the corpus is absent. Nothing in it is ever followed. */
export function listCorpus(): readonly CorpusFile[] | undefined {
  const manifest = `${root}/MANIFEST.tsv`;
  if (!existsSync(manifest)) return undefined;
  const [header = "", ...rows] = readFileSync(manifest, "utf8").trimEnd().split("\n");
  const columns = header.split("\t");
  return rows.map((row) => {
    const cells = row.split("\t");
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? "";
    const repository = cell("repo");
    const path = cell("path");
    const file = `${root}/${repository.replace("/", "__")}/${path}`;
    const kind = cell("kind") as CorpusFile["kind"];
    const directoryName = kind === "skill" ? basename(dirname(file)) : basename(file, ".md");
    return { repository, path, file, kind, directoryName };
  });
}
