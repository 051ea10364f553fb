/** The width of the terminal, also where the terminal does not know it. */

const DEFAULT_COLUMNS = 80;

/** Some terminals without a window report 0 columns, and a pipe reports none. */
export function terminalColumns(stream: { readonly columns?: number }): number {
  return stream.columns || DEFAULT_COLUMNS;
}
