/** Takes a workspace's own folders off the search path for programs: `npx` puts them there, and a clone may bring a `git`. */
import { realpath, stat } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * A PATH value without the folders that lie in the repository around `directory` (in `directory` itself where there is
 * none), without the `node_modules` of its parents, and without relative ones, which mean another folder for every
 * command. Links are resolved before they are judged; a folder that does not exist holds nothing and stays.
 */
export async function resolveSearchPath(path: string | undefined, directory: string): Promise<string> {
  const start = await realOrSelf(resolve(directory));
  const root = await findTop(start);
  const entries = (path ?? "").split(delimiter);
  const isForeign = await Promise.all(entries.map((entry) => isOutside(entry, { start, root })));
  return entries.filter((_, index) => isForeign[index]).join(delimiter);
}

/** An environment whose search path leaves the workspace around `directory` out. */
export async function withoutWorkspacePrograms<Env extends Readonly<Record<string, string | undefined>>>(
  env: Env,
  directory: string,
): Promise<Env> {
  // On Windows the name is often `Path`.
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return { ...env, [name]: await resolveSearchPath(env[name], directory) };
}

async function isOutside(entry: string, place: { readonly start: string; readonly root: string }): Promise<boolean> {
  if (!isAbsolute(entry)) return false;
  const ends = [resolve(entry), await realOrSelf(entry)];
  return ends.every((end) => {
    const [owner] = end.split(`${sep}node_modules${sep}`);
    const isPackages = owner !== undefined && owner !== end;
    return !isWithin(place.root, end) && !(isPackages && isWithin(owner, place.start));
  });
}

async function findTop(start: string): Promise<string> {
  for (let directory = start; ; directory = dirname(directory)) {
    if (await exists(join(directory, ".git"))) return directory;
    if (directory === dirname(directory)) return start;
  }
}

function isWithin(directory: string, path: string): boolean {
  const between = relative(directory, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between));
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function realOrSelf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
