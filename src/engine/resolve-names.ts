/** Decides what a skill is called, from what its file and its directory say. */
import type { SkillFields } from "./read-fields.ts";
import type { Report } from "./report.ts";
import { cleanLabel, isLegalName, neutraliseName } from "./skill-name.ts";
import type { SkillDefinition } from "./types.ts";

export type Names = Pick<SkillDefinition, "name" | "displayName" | "directoryName">;

/**
 * Resolves the names of one skill. The callable name is the `name` field when it is a legal token, else the directory's
 * name, made legal when need be; a field that cannot be called stays as a label.
 */
export function resolveNames(written: SkillFields["name"], folder: string, report: Report): Names {
  const directoryName = isLegalName(folder) ? folder.normalize("NFC") : cleanLabel(folder) || neutraliseName(folder);
  const name = written?.text.normalize("NFC");
  if (name !== undefined && isLegalName(name)) return { name, directoryName };
  const fallback = neutraliseName(folder);
  if (written !== undefined) {
    report.add({
      code: "illegal-name",
      severity: "info",
      message: `\`name\` cannot be called as it is written, so the skill is called \`${fallback}\`; the name stays its label.`,
      hint: "Use up to 64 letters, digits, `-`, `_` and `.`, not beginning with `-` or `.`.",
      offset: written.offset,
    });
  }
  if (!isLegalName(folder)) {
    report.add({
      code: "illegal-directory-name",
      severity: "warning",
      message: `${JSON.stringify(directoryName.slice(0, 80))} cannot be called, so the skill is called \`${fallback}\`.`,
      hint: "Rename it to letters, digits, `-` and `_`, or give the skill a `name`.",
    });
  }
  const displayName = written && cleanLabel(written.text);
  return displayName && displayName !== fallback
    ? { name: fallback, displayName, directoryName }
    : { name: fallback, directoryName };
}
