/** Checks whether a model can tell from the description when to use the skill. */
import type { LintCheck, LintFinding } from "./lint-check.ts";
import { findField } from "./lint-subject.ts";

/** Characters. */
const MIN_LENGTH = 20;
/** Words that introduce an occasion, in the languages that skills are written in most. */
const TRIGGER =
  /(?<![\p{L}\p{N}_])(?:use[ds]?|using|when(?:ever)?|before|after|if|while|during|trigger(?:s|ed)?|invoke[ds]?|asks?|asked|wenn|beim?|cuando|quando|quand|lorsque|als|wanneer|när|когда|при)(?![\p{L}\p{N}_])/iu;

/**
 * A skill that only people call needs no occasion, and one with `when_to_use` has given it. Descriptions in scripts whose
 * words we cannot tell apart are not judged.
 */
export const checkDescription: LintCheck = ({ definition, file, root }) => {
  const node = findField(root, "description");
  if (file.kind === "command" || !definition.modelInvocable || node === undefined) return [];
  if (definition.whenToUse !== undefined) return [];
  const text = definition.description.trim();
  if (!isAlphabetic(text)) return [];
  const finding = (fault: Pick<LintFinding, "code" | "message">): readonly LintFinding[] => [
    {
      ...fault,
      severity: "warning",
      hint: "Say what the skill does and when to use it: `Formats SQL files. Use when asked to clean up a query.`",
      where: "fields",
      offset: node.start,
    },
  ];
  if ([...text].length < MIN_LENGTH) {
    return finding({
      code: "description-too-vague",
      message: "The description is too short for a model to choose by.",
    });
  }
  if (!TRIGGER.test(text)) {
    return finding({ code: "description-no-trigger", message: "The description does not say when to use the skill." });
  }
  return [];
};

/** True when most letters belong to scripts that put blanks between words. */
function isAlphabetic(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const known = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/gu)?.length ?? 0;
  return known * 2 >= letters;
}
