/** Places a path inside a directory, or says that it lies outside. */
import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The path relative to `root`, with `/` between segments on every system. A relative `path` is taken from `root`.
 * Undefined for the root itself and for everything outside it: a parent, a sibling whose name merely starts like the
 * root's, another drive. A name such as `..data` inside the root is inside. Never throws.
 */
export function relativeToRoot(root: string, path: string): string | undefined {
  const inside = relative(root, resolve(root, path));
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  return sep === "/" ? inside : inside.replaceAll(sep, "/");
}

/** True for the root itself and for everything inside it. Both paths absolute. */
export function isWithin(root: string, path: string): boolean {
  return relative(root, path) === "" || relativeToRoot(root, path) !== undefined;
}
