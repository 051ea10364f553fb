/** A file system in memory for tests: files, links, pipes and errors, read in any order and at any pace a seed gives. */
import { dirname, posix } from "node:path";
import type { DirectoryEntry, FileStat, FileSystem } from "../../src/engine/index.ts";

/** What stands at a path. Text and bytes are files; folders above it exist by themselves. */
export type MemoryNode =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly kind: "directory" | "pipe" }
  /** Every access fails with this code, such as `EACCES`. */
  | { readonly error: string; readonly kind?: "file" | "directory" };

export interface MemoryFileSystem extends FileSystem {
  /** Adds or replaces what stands at a path. */
  write(path: string, node: MemoryNode): void;
  /** Removes a path and everything below it. */
  remove(path: string): void;
  /** Every call so far, as `readFile /path`. */
  readonly calls: readonly string[];
}

export interface MemoryOptions {
  /** Absolute POSIX paths. */
  readonly tree: Readonly<Record<string, MemoryNode>>;
  /** With a seed, entries come shuffled and calls take a random number of turns of the event loop. */
  readonly seed?: number;
  /** Names are found in any case, and listed as they were written. */
  readonly ignoresCase?: boolean;
}

const MAX_LINKS = 40;

/** Creates the file system. Same seed, same order and pace. */
export function createMemoryFileSystem(options: MemoryOptions): MemoryFileSystem {
  const nodes = new Map<string, MemoryNode>();
  const calls: string[] = [];
  const random = options.seed === undefined ? undefined : createRandom(options.seed);

  const write = (path: string, node: MemoryNode): void => {
    const key = posix.normalize(path);
    nodes.set(key, node);
    for (let parent = dirname(key); parent !== "/" && !nodes.has(parent); parent = dirname(parent)) {
      nodes.set(parent, { kind: "directory" });
    }
  };
  nodes.set("/", { kind: "directory" });
  for (const [path, node] of Object.entries(options.tree)) write(path, node);

  const findPath = (path: string): string => {
    if (nodes.has(path) || !options.ignoresCase) return path;
    return [...nodes.keys()].find((key) => key.toLowerCase() === path.toLowerCase()) ?? path;
  };

  /** Follows links in every part of the path. */
  const resolvePath = (path: string): { readonly path: string; readonly node: MemoryNode } => {
    let links = 0;
    const walk = (from: string, names: readonly string[]): string => {
      let current = from;
      for (const [index, name] of names.entries()) {
        if (name === "" || name === ".") continue;
        const next = findPath(posix.join(current, name));
        const node = nodes.get(next);
        if (node === undefined) throw fault(isFile(nodes.get(current)) ? "ENOTDIR" : "ENOENT", path);
        if (!isLink(node)) {
          current = next;
          continue;
        }
        links += 1;
        if (links > MAX_LINKS) throw fault("ELOOP", path);
        return walk("/", [...posix.resolve(current, node.link).split("/"), ...names.slice(index + 1)]);
      }
      return current;
    };
    const real = walk("/", posix.normalize(path).split("/"));
    return { path: real, node: nodes.get(real) as MemoryNode };
  };

  const access = async (call: string, path: string): Promise<{ readonly path: string; readonly node: MemoryNode }> => {
    calls.push(`${call} ${path}`);
    for (let turns = random === undefined ? 0 : Math.floor(random() * 6); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return resolvePath(path);
  };

  return {
    calls,
    write,
    remove(path) {
      for (const key of [...nodes.keys()]) if (key === path || key.startsWith(`${path}/`)) nodes.delete(key);
    },
    async readFile(path, { maxBytes } = {}) {
      const { node } = await access("readFile", path);
      if (isFault(node)) throw fault(node.error, path);
      if (typeof node === "object" && "kind" in node)
        throw fault(node.kind === "directory" ? "EISDIR" : "EINVAL", path);
      const bytes = typeof node === "string" ? new TextEncoder().encode(node) : (node as Uint8Array);
      return maxBytes === undefined ? bytes : bytes.subarray(0, maxBytes + 1);
    },
    async readDirectory(path) {
      const found = await access("readDirectory", path);
      if (isFault(found.node)) throw fault(found.node.error, path);
      if (!isDirectory(found.node)) throw fault("ENOTDIR", path);
      const entries = [...nodes.keys()]
        .filter((key) => key !== "/" && dirname(key) === found.path)
        .map((key): DirectoryEntry => ({ name: posix.basename(key), kind: entryKind(nodes.get(key) as MemoryNode) }));
      return random === undefined ? entries : shuffle(entries, random);
    },
    async realPath(path) {
      return (await access("realPath", path)).path;
    },
    async stat(path): Promise<FileStat> {
      const found = await access("stat", path);
      const kind = entryKind(found.node);
      const size = typeof found.node === "string" || found.node instanceof Uint8Array ? found.node.length : 0;
      return { kind: kind === "link" ? "other" : kind, size, mtimeMs: 0, inode: found.path };
    },
  };
}

/** Small seeded generator of numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A shuffled copy. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}

function entryKind(node: MemoryNode): DirectoryEntry["kind"] {
  if (isLink(node)) return "link";
  if (isFault(node)) return node.kind ?? "directory";
  if (isDirectory(node)) return "directory";
  return isFile(node) ? "file" : "other";
}

function isLink(node: MemoryNode): node is { readonly link: string } {
  return typeof node === "object" && "link" in node;
}

function isFault(node: MemoryNode): node is { readonly error: string; readonly kind?: "file" | "directory" } {
  return typeof node === "object" && "error" in node;
}

function isDirectory(node: MemoryNode): boolean {
  return typeof node === "object" && "kind" in node && node.kind === "directory";
}

function isFile(node: MemoryNode | undefined): boolean {
  return typeof node === "string" || node instanceof Uint8Array;
}

function fault(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
