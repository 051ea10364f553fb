/** Checks that the files that a body refers to exist. */
import type { LintCheck } from "./lint-check.ts";
import { referencedPaths, topFolder } from "./referenced-paths.ts";

/** A link is certain. A path in backticks may be a file of the user's project, unless the skill has such a folder. */
export const checkReferences: LintCheck = ({ body }, { existing }) => {
  if (existing === undefined) return [];
  return referencedPaths(body)
    .filter(({ path }) => !existing.has(path))
    .map(({ path, offset, form }) => {
      const folder = topFolder(path);
      const isOurs = form === "link" || (folder !== undefined && existing.has(folder));
      return {
        code: "missing-file",
        severity: isOurs ? "warning" : "info",
        message: `There is no \`${path.slice(0, 200)}\` beside the skill.`,
        hint: "Paths are relative to the directory of SKILL.md; add the file or mend the path.",
        where: "body",
        offset,
      };
    });
};
