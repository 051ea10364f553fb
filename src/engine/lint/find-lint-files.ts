/** Finds the skill files that a path on the command line means. */
import { basename, dirname, extname, join } from "node:path";
import { errorCode } from "../error-code.ts";
import type { FileSystem } from "../ports.ts";
import { scanRoot } from "../scan-root.ts";
import { SKILL_FOLDERS, type SkillRoot } from "../sources.ts";
import type { Diagnostic, SkillKind } from "../types.ts";

/** A file to check. */
export interface LintFile {
  /** Absolute. */
  readonly path: string;
  readonly directoryName: string;
  readonly kind: SkillKind;
}

export type FoundLintFiles =
  | { readonly kind: "found"; readonly files: readonly LintFile[]; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing can be checked; a sentence that says why, and one that says what would do. */
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

const HINT = "Give a SKILL.md, the directory of a skill, or a directory of skills.";

/** `path` is absolute: a `SKILL.md` or command file, a skill's directory, a directory of skills, or a project. Never rejects. */
export async function findLintFiles(path: string, fs: FileSystem): Promise<FoundLintFiles> {
  try {
    const { kind } = await fs.stat(path);
    switch (kind) {
      case "file":
        return findFile(path);
      case "directory":
        return await searchDirectory(path, fs);
      case "other":
        return { kind: "unusable", message: `${path} is neither a file nor a directory`, hint: HINT };
      default:
        return kind satisfies never;
    }
  } catch (error) {
    const code = errorCode(error);
    const message = code === "ENOENT" ? `${path} does not exist` : `${path} cannot be read (${code})`;
    return { kind: "unusable", message, hint: HINT };
  }
}

/** What a path of a single file is as a skill; undefined when it is none. */
export function toLintFile(path: string): LintFile | undefined {
  if (basename(path).toLowerCase() === "skill.md") {
    return { path, directoryName: basename(dirname(path)), kind: "skill" };
  }
  const isCommand = extname(path) === ".md" && /[\\/]commands[\\/]/.test(path);
  return isCommand ? { path, directoryName: basename(path, ".md"), kind: "command" } : undefined;
}

function findFile(path: string): FoundLintFiles {
  const file = toLintFile(path);
  if (file !== undefined) return { kind: "found", files: [file], diagnostics: [] };
  return { kind: "unusable", message: `${path} is not a SKILL.md and not in a directory of commands`, hint: HINT };
}

async function searchDirectory(path: string, fs: FileSystem): Promise<FoundLintFiles> {
  const inside = [...SKILL_FOLDERS, join(".claude", "commands")].map((folder) => join(path, folder));
  const scans = await Promise.all(
    [path, ...inside].map((root, index) => {
      const kind = basename(root) === "commands" ? "command" : "skill";
      return scanRoot(toRoot(root, { kind, isSkill: index === 0 && kind === "skill" }), fs);
    }),
  );
  // A directory that holds a project is not itself one of skills, so what is odd about its own layout is no finding.
  const [own, ...folders] = scans;
  const nested = folders.flatMap(({ files }) => files);
  const used = nested.length > 0 && own !== undefined ? folders : own === undefined ? [] : [own];
  const found = used.flatMap(({ files }) => files);
  if (found.length === 0) return { kind: "unusable", message: `there is no skill in ${path}`, hint: HINT };
  return {
    kind: "found",
    files: found.map(({ root, path: file, directoryName }) => ({ path: file, directoryName, kind: root.kind })),
    diagnostics: used.flatMap(({ diagnostics }) => diagnostics),
  };
}

function toRoot(path: string, { kind, isSkill }: { readonly kind: SkillKind; readonly isSkill: boolean }): SkillRoot {
  const root = { path, source: "custom", kind, qualifier: "lint", trusted: true } as const;
  return isSkill ? { ...root, ownSkill: basename(path) } : root;
}
