/** The width of the terminal, also where the terminal does not know it. */

const DEFAULT_COLUMNS = 80;

/** Some terminals without a window report 0 columns, and a pipe reports none. */
export function terminalColumns(stream: { readonly columns?: number }): number {
  return stream.columns || DEFAULT_COLUMNS;
}

/** Where text is wrapped: never in what is not a terminal, because other programs read it. */
export function textColumns(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY === true ? terminalColumns(stream) : Number.POSITIVE_INFINITY;
}
