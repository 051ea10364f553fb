/** Terminal styles, or none: every renderer takes a palette, so that plain output is the same code. */
import { styleText } from "node:util";

type Paint = (text: string) => string;

export interface Palette {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
  readonly magenta: Paint;
}

/** With `enabled` false every style returns its text unchanged. */
export function createPalette(enabled: boolean): Palette {
  // `styleText` would look at the streams of the process; ours may be others, so the decision is made by the caller.
  const style = (name: keyof Palette): Paint =>
    enabled ? (text) => styleText(name, text, { validateStream: false }) : (text) => text;
  return {
    bold: style("bold"),
    dim: style("dim"),
    red: style("red"),
    green: style("green"),
    yellow: style("yellow"),
    cyan: style("cyan"),
    magenta: style("magenta"),
  };
}

/** Colour only for a terminal, and never against `NO_COLOR` or `TERM=dumb`. */
export function wantsColor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
