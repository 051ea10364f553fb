/** Orders texts the same way on every machine, whatever its locale. */

/** For `sort`: by UTF-16 units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
