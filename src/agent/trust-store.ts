/** Which workspaces the person trusts: real paths in one state file; trusting a directory covers all below it. */
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { SkillfulError } from "../engine/index.ts";
import { createStateFile } from "../platform/index.ts";
import { pathExists } from "./path-exists.ts";

export interface TrustStore {
  /** Whether a workspace root, given as a real path, or one of its parents is trusted. A damaged store trusts nothing. */
  isTrusted(root: string): Promise<boolean>;
  /** Trusts a root for good. Throws `usage` for the root of a file system, which would trust everything. */
  trust(root: string): Promise<void>;
  /** Takes trust back from exactly this root; true when it was there. */
  revoke(root: string): Promise<boolean>;
  /** All trusted roots, sorted. */
  list(): Promise<readonly string[]>;
}

/** Creates the access to `<skillfulHome>/trust.json`. `onDamaged` is told when that file cannot be understood. */
export function createTrustStore(options: {
  readonly skillfulHome: string;
  readonly onDamaged?: (message: string) => void;
}): TrustStore {
  const file = createStateFile<readonly string[]>({
    path: join(options.skillfulHome, "trust.json"),
    empty: [],
    parse: parseTrust,
    format: (roots) => `${JSON.stringify({ version: 1, trusted: roots }, undefined, 2)}\n`,
    ...(options.onDamaged && { onDamaged: options.onDamaged }),
  });
  return {
    isTrusted: async (root) => (await file.read()).some((trusted) => contains(trusted, root)),
    async trust(root) {
      if (parse(root).root === root) {
        throw new SkillfulError("usage", `${root} is the root of a file system; trusting it would trust everything`, {
          hint: "Trust the directory of one project.",
        });
      }
      await file.update((roots) => [...new Set([...roots, root])].sort());
    },
    async revoke(root) {
      let found = false;
      await file.update((roots) => {
        found = roots.includes(root);
        return roots.filter((trusted) => trusted !== root);
      });
      return found;
    },
    list: () => file.read(),
  };
}

/**
 * The directory that trust is about: the repository root around `cwd`, or `cwd` itself outside of a repository, as a real
 * path. Rejects with the file system's error when `cwd` does not exist.
 */
export async function resolveWorkspaceRoot(cwd: string): Promise<string> {
  const start = await realpath(resolve(cwd));
  for (let directory = start; ; directory = dirname(directory)) {
    if (await pathExists(join(directory, ".git"))) return directory;
    if (directory === dirname(directory)) return start;
  }
}

function contains(parent: string, path: string): boolean {
  const between = relative(parent, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between));
}

function parseTrust(text: string): readonly string[] {
  const value: unknown = JSON.parse(text);
  const trusted = typeof value === "object" && value !== null && "trusted" in value ? value.trusted : undefined;
  if (
    !Array.isArray(trusted) ||
    !trusted.every((root): root is string => typeof root === "string" && isAbsolute(root))
  ) {
    throw new SyntaxError('a trust file is {"version": 1, "trusted": ["/absolute/path", …]}');
  }
  return trusted;
}
