/** The world of one run of the program: arguments, environment, streams; everything a command may touch. */
import { formatNotice, type Notice } from "./format-notice.ts";
import { createOutput, type Output } from "./output.ts";
import { createPalette, type Palette, wantsColor } from "./palette.ts";
import { textColumns } from "./terminal-columns.ts";

/** What of `process` the program uses. */
export type ProcessLike = Pick<
  NodeJS.Process,
  "argv" | "env" | "stdin" | "stdout" | "stderr" | "cwd" | "on" | "off" | "exit"
>;

export interface ProgramIo {
  readonly process: ProcessLike;
  readonly env: NodeJS.ProcessEnv;
  readonly out: Output;
  readonly err: Output;
  /** Styles for standard output. */
  readonly outPalette: Palette;
  /** Styles for standard error. */
  readonly errPalette: Palette;
  /** Columns for text on standard output; without end where it is no terminal. */
  outColumns(): number;
  /** Tells the person something on standard error. */
  tell(notice: Notice): void;
}

/** Takes the streams over; one per run. */
export function createProgramIo(process: ProcessLike): ProgramIo {
  const { env, stdout, stderr } = process;
  const err = createOutput(stderr);
  const errPalette = createPalette(wantsColor(stderr, env));
  return {
    process,
    env,
    out: createOutput(stdout),
    err,
    outPalette: createPalette(wantsColor(stdout, env)),
    errPalette,
    outColumns: () => textColumns(stdout),
    tell: (notice) => err.write(formatNotice(notice, errPalette, textColumns(stderr))),
  };
}
