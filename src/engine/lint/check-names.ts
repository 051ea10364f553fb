/** Checks what a skill is called. */
import type { LintCheck } from "./lint-check.ts";
import { findField } from "./lint-subject.ts";

/** A legal name that is not its directory's: both can be called, which surprises people and other programs. */
export const checkNames: LintCheck = ({ definition, file, root }) => {
  const node = findField(root, "name");
  const isLabel = definition.displayName !== undefined;
  if (file.kind === "command" || node === undefined || isLabel) return [];
  const directory = file.directoryName.normalize("NFC");
  if (definition.name === directory) return [];
  return [
    {
      code: "name-differs-from-directory",
      severity: "warning",
      message: `The skill is called \`${definition.name}\`, but its directory ${JSON.stringify(directory)}.`,
      hint: "Give both the same name: other programs require it.",
      where: "fields",
      offset: node.start,
    },
  ];
};
