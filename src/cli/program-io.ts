/** The world of one run of the program: arguments, environment, streams; everything a command may touch. */
import { createOutput, type Output } from "./output.ts";
import { createPalette, type Palette, wantsColor } from "./palette.ts";

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
}

/** Takes the streams over; one per run. */
export function createProgramIo(process: ProcessLike): ProgramIo {
  const { env, stdout, stderr } = process;
  return {
    process,
    env,
    out: createOutput(stdout),
    err: createOutput(stderr),
    outPalette: createPalette(wantsColor(stdout, env)),
    errPalette: createPalette(wantsColor(stderr, env)),
  };
}
