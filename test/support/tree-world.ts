/** One tree of files on a real disk or in memory, so that a case can be shown to hold on both. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { FileSystem } from "../../src/engine/index.ts";
import { createNodeFileSystem } from "../../src/platform/index.ts";
import { createMemoryFileSystem, type MemoryNode } from "./memory-file-system.ts";

export type WorldKind = "disk" | "memory";
export const WORLD_KINDS: readonly WorldKind[] = ["disk", "memory"];

/** A file, a directory or a link; links that begin with `/` lead from the top of the tree. */
export type TreeNode = Exclude<MemoryNode, { readonly error: string }>;

export interface TreeWorld {
  readonly fs: FileSystem;
  /** Where a path of the tree is in reality. */
  at(path: string): string;
  /** The path in the tree of a real one; other text stays. */
  name(realPath: string): string;
  /** Removes the tree from the disk. */
  dispose(): void;
}

/** Creates the tree with `/proj/.git` and `/home/ada`. */
export function createTreeWorld(kind: WorldKind, tree: Readonly<Record<string, TreeNode>>): TreeWorld {
  const whole = { "/proj/.git": { kind: "directory" }, "/home/ada": { kind: "directory" }, ...tree } as const;
  if (kind === "memory") {
    return { fs: createMemoryFileSystem({ tree: whole }), at: (path) => path, name: (path) => path, dispose: () => {} };
  }
  const top = realpathSync(mkdtempSync(join(tmpdir(), "skillful-tree-")));
  for (const [path, node] of Object.entries(whole)) writeNode(top, path, node);
  return {
    fs: createNodeFileSystem(),
    at: (path) => join(top, path),
    name: (path) => (path.startsWith(top) ? path.slice(top.length) : path),
    dispose: () => rmSync(top, { recursive: true, force: true }),
  };
}

function writeNode(top: string, path: string, node: TreeNode): void {
  const place = join(top, path);
  mkdirSync(dirname(place), { recursive: true });
  if (typeof node === "string" || node instanceof Uint8Array) writeFileSync(place, node);
  else if ("link" in node) symlinkSync(isAbsolute(node.link) ? join(top, node.link) : node.link, place);
  else if (node.kind === "directory") mkdirSync(place, { recursive: true });
  else throw new Error(`A ${node.kind} cannot be made on the disk.`);
}
