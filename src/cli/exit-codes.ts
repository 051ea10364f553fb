/** The exit codes of the program, part of its contract with scripts. */
import { constants } from "node:os";

export const EXIT_DONE = 0;
/** The model, a skill or the machine failed, or the answer was cut off at the step limit. */
export const EXIT_ERROR = 1;
/** The command line cannot be understood or names something that does not exist. */
export const EXIT_USAGE = 2;
/** The user stopped it with Ctrl-C: 128 + SIGINT, as shells report it. */
export const EXIT_STOPPED = 130;

/** Exit code of a run that a signal ended: 128 + the signal's number. */
export function exitCodeOfSignal(signal: "SIGINT" | "SIGTERM" | "SIGHUP"): number {
  return 128 + constants.signals[signal];
}
