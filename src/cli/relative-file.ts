/** Names a file as reports for other programs do: relative to the working directory, with `/` between names. */
import { isAbsolute, relative, sep } from "node:path";

/** Paths outside of `cwd`, and pseudo paths, stay as they are. */
export function relativeFile(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const below = relative(cwd, path);
  const isOutside = below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below);
  return (isOutside ? path : below).split(sep).join("/");
}
