/** Packs the package as it would be published. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface PackedPackage {
  /** Absolute path of the tarball. */
  readonly tarball: string;
  /** Paths inside of it. */
  readonly paths: readonly string[];
}

/** Throws when there is no build. */
export function packPackage(destination: string): PackedPackage {
  if (!existsSync(join(root, "dist/bin.cjs"))) throw new Error("dist is missing: run `npm run build` first");
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", destination];
  const report = execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [packed] = JSON.parse(report) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(destination, packed.filename), paths: packed.files.map(({ path }) => path) };
}
