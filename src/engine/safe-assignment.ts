/** Knows the environment variables that change how a command looks or counts, not what it executes. */
import type { ShellAssignment } from "./shell-analysis.ts";

const SAFE_NAMES = new Set([
  "CGO_ENABLED",
  "CI",
  "CLICOLOR",
  "COLUMNS",
  "DEBUG",
  "FORCE_COLOR",
  "GOARCH",
  "GOOS",
  "LANG",
  "LANGUAGE",
  "LINES",
  "LOG_LEVEL",
  "NODE_ENV",
  "NO_COLOR",
  "PORT",
  "PYTHONDONTWRITEBYTECODE",
  "PYTHONUNBUFFERED",
  "RUST_BACKTRACE",
  "RUST_LOG",
  "TERM",
  "TZ",
  "VERBOSE",
]);

/**
 * False for everything else, because variables such as `PATH`, `LD_PRELOAD` or `GIT_SSH_COMMAND` make another program run.
 * Short lower-case names are the script's own by convention; no program takes orders from them.
 */
export function isSafeAssignment({ name }: ShellAssignment): boolean {
  return SAFE_NAMES.has(name) || /^LC_[A-Z]+$/.test(name) || /^[a-z][a-z0-9]*$/.test(name);
}
