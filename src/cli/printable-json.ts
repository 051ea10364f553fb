/** Formats JSON so that a terminal on which it is printed does nothing but show it. */

/** JSON leaves these as they are; terminals obey some of them: DEL, the C1 controls, and overrides of direction. */
const ACTIVE = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The same value to every reader of JSON. Throws as `JSON.stringify` does. */
export function formatPrintableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    ACTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
