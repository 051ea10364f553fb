/** Copies plain data so that its strings no longer keep the text alive that they were cut out of. */

/** Engines copy shorter pieces anyway. */
const LONGEST_COPIED = 12;

/**
 * A deep copy of plain data: objects become plain objects, arrays arrays, and every other value stays. JavaScript engines
 * represent a piece of a text by a reference to all of it; of a parsed file that would keep the whole file.
 */
export function detachStrings<Value>(value: Value): Value {
  return copy(value) as Value;
}

function copy(value: unknown): unknown {
  if (typeof value === "string") return value.length <= LONGEST_COPIED ? value : copyText(value);
  if (Array.isArray(value)) return value.length === 0 ? EMPTY_LIST : value.map(copy);
  if (typeof value !== "object" || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const copied = copy((value as Record<string, unknown>)[key]);
    if (key === "__proto__")
      Object.defineProperty(result, key, { value: copied, enumerable: true, configurable: true });
    else result[key] = copied;
  }
  return result;
}

/** Joining makes a text of its own; cutting the joint off refers to that one. */
function copyText(text: string): string {
  return ` ${text}`.slice(1);
}

/** Most lists of most skills are empty; all of them are this one. */
export const EMPTY_LIST: readonly never[] = Object.freeze([]);
