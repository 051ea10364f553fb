/** Reads the POSIX code that every `FileSystem` error carries. */

/** `ENOENT`, `EACCES`, …; `EUNKNOWN` for anything that carries no code. Never throws. */
export function errorCode(error: unknown): string {
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return "EUNKNOWN";
}
