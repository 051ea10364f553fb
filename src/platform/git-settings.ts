/** Looks in the settings of a repository for files elsewhere, without letting git open any of them. */
import { execFile } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, parse, resolve } from "node:path";
import { isWithin } from "../engine/index.ts";
import { type GitConfig, inertGitEnvironment } from "./inert-git.ts";
import { readSmallFile } from "./read-small-file.ts";

/** Bytes; a file of settings that is larger is not judged. */
const MAX_SETTINGS_FILE = 1024 * 1024;
const TIMEOUT_MS = 5_000;

/** Settings that name files which reading commands would open. */
const NAMES_FILES =
  /^(?:include\.path|includeif\..*\.path|core\.(?:excludesfile|attributesfile|worktree)|diff\.orderfile)$/i;
/** Without one of these words a file has none of them; then git need not be asked. */
const MAY_NAME_FILES = /include|excludesfile|attributesfile|orderfile|worktree/i;

/** A person's own files, where no setting names others. */
const DEFAULT_FILES: Readonly<Record<string, string>> = {
  "core.excludesfile": "ignore",
  "core.attributesfile": "attributes",
};

export interface RepositoryPlaces {
  /** Real path of the top of the working tree. */
  readonly top: string;
  /** Real paths of the repository's data: this working tree's own, and what all working trees share. */
  readonly own: string;
  readonly shared: string;
  /** Real paths of the trees in which files may lie. */
  readonly roots: readonly string[];
  /** Whether the settings have to name `top` as the working tree. */
  readonly mustNameTree: boolean;
}

export type InspectedSettings =
  /** `config` takes the place of settings that name files elsewhere. */
  | { readonly kind: "own"; readonly config: GitConfig }
  /** git would read this place, and cannot be kept from it. */
  | { readonly kind: "foreign"; readonly place: string };

/** Follows included files as long as they lie inside. Never rejects. */
export async function inspectGitSettings(places: RepositoryPlaces, env: NodeJS.ProcessEnv): Promise<InspectedSettings> {
  const { top, own, shared } = places;
  const config = new Map<string, string>();
  let namesTree = false;
  const seen = new Set<string>();
  for (const pending = [join(shared, "config"), join(own, "config.worktree")]; pending.length > 0; ) {
    const file = pending.pop() as string;
    if (seen.has(file)) continue;
    seen.add(file);
    const fate = await placeOf(file, places);
    if (fate === "missing") continue;
    const text = fate === "inside" ? await readSmallFile(file, MAX_SETTINGS_FILE) : undefined;
    if (text === undefined) return { kind: "foreign", place: file };
    if (!MAY_NAME_FILES.test(text)) continue;
    const settings = await listSettings(file, { top, env });
    // git would have read what stands before the mistake.
    if (settings === undefined) return { kind: "foreign", place: file };
    for (const [key, value] of settings) {
      switch (key) {
        case "core.worktree":
          if ((await realOrSelf(resolve(own, value))) !== top) return { kind: "foreign", place: resolve(own, value) };
          namesTree = true;
          break;
        case "core.excludesfile":
        case "core.attributesfile":
        case "diff.orderfile":
          if ((await placeOf(expandPath(top, value), places)) === "outside")
            config.set(key, await ownFile(key, { top, env }));
          break;
        default:
          pending.push(expandPath(dirname(file), value));
      }
    }
  }
  if (places.mustNameTree && !namesTree) return { kind: "foreign", place: shared };
  return { kind: "own", config: [...config] };
}

/** Whether git would find a file there, and if so whether it is one that it may read. */
async function placeOf(path: string, { roots }: RepositoryPlaces): Promise<"missing" | "inside" | "outside"> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return "missing";
  const isFile = await stat(real).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile && roots.some((root) => isWithin(root, real)) ? "inside" : "outside";
}

/** Where `~user` and `%(prefix)` lead only git knows: not here, and that is all that matters. */
function expandPath(directory: string, path: string): string {
  if (/^(?:~[^/\\]|%\()/.test(path)) return parse(directory).root;
  return /^~(?:$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : resolve(directory, path);
}

interface Context {
  readonly top: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Those of one file that name files, includes not followed. Undefined when git cannot make sense of it. */
async function listSettings(
  file: string,
  context: Context,
): Promise<readonly (readonly [string, string])[] | undefined> {
  const listing = await runConfig(["--file", file, "--null", "--list"], context);
  return listing?.split("\0").flatMap((entry) => {
    const at = entry.indexOf("\n");
    const key = at === -1 ? entry : entry.slice(0, at);
    return NAMES_FILES.test(key) ? [[key.toLowerCase(), at === -1 ? "" : entry.slice(at + 1)] as const] : [];
  });
}

/** What the person's own settings name in its stead; for an order of files, none. */
async function ownFile(key: string, context: Context): Promise<string> {
  const standard = DEFAULT_FILES[key];
  if (standard === undefined) return process.platform === "win32" ? "NUL" : "/dev/null";
  const named = (await runConfig(["--includes", "--type=path", "--get", key], context))?.trim();
  const { HOME = homedir(), XDG_CONFIG_HOME } = context.env;
  return named || join(XDG_CONFIG_HOME || join(HOME, ".config"), "git", standard);
}

/** The output of `git config`; undefined when it fails. Run at the top of the disk, where no repository has a say. */
async function runConfig(args: readonly string[], { top, env }: Context): Promise<string | undefined> {
  const inert = await inertGitEnvironment(env, { cwd: top });
  return new Promise((done) => {
    const options = { cwd: parse(top).root, env: inert, timeout: TIMEOUT_MS, maxBuffer: 8 * MAX_SETTINGS_FILE };
    execFile("git", ["config", ...args], options, (error, stdout) => done(error === null ? stdout : undefined));
  });
}

function realOrSelf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
