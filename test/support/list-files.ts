/** Lists the files below a folder without asking git, so that it also works in an unpacked archive. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Paths below `root`, relative to it, with `/`, sorted; `node_modules`, `dist` and dot folders are left out. */
export function listFiles(root: string, folder = ""): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      const skipped = entry.name === "node_modules" || entry.name === "dist" || entry.name.startsWith(".");
      return skipped ? [] : listFiles(root, path);
    })
    .sort();
}
