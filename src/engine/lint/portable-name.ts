/** The rules of the open standard for a skill's name. */

/** Code points. */
const MAX_NAME = 64;

/**
 * What is wrong with a name, as the end of a sentence that begins with it; undefined when nothing is. Letters and digits
 * of any script count, as in the standard's reference validator; letters must be lower-case.
 */
export function portableNameFault(name: string): string | undefined {
  const text = name.normalize("NFKC").trim();
  if (text === "") return "is empty";
  if ([...text].length > MAX_NAME) return `is longer than ${MAX_NAME} characters`;
  if (text !== text.toLowerCase()) return "has capital letters";
  if (/^-|-$/.test(text)) return "begins or ends with `-`";
  if (text.includes("--")) return "has two `-` in a row";
  const foreign = /[^\p{L}\p{N}-]/u.exec(text)?.[0];
  if (foreign !== undefined)
    return `holds ${JSON.stringify(foreign)}, and only letters, digits and \`-\` may stand in it`;
  return undefined;
}
