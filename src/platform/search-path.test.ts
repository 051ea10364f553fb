import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveSearchPath } from "./search-path.ts";

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "skillful-path-")));
  for (const folder of ["home/clone/.git", "home/clone/bin", "home/clone/packages/a", "home/plain", "home/bin"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await symlink(join(root, "home/clone/bin"), join(root, "home/link"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const resolveIn = async (directory: string, entries: readonly string[]) =>
  (await resolveSearchPath(entries.join(delimiter), join(root, directory))).split(delimiter);

describe("resolveSearchPath", () => {
  it("keeps what lies elsewhere, in its order", async () => {
    const entries = ["/usr/local/bin", join(root, "home/bin"), "/no/such/folder", join(root, "home/clone-2/bin")];
    expect(await resolveIn("home/clone/packages/a", entries)).toEqual(entries);
  });

  it.each([
    ["the repository's own", "home/clone/bin"],
    ["its top", "home/clone"],
    ["its packages' programs", "home/clone/node_modules/.bin"],
    ["a parent's packages", "home/node_modules/.bin"],
    ["a link into it", "home/link"],
    ["what only looks like elsewhere", "home/bin/../clone/bin"],
  ])("drops %s", async (_, entry) => {
    expect(await resolveIn("home/clone/packages/a", [join(root, entry), "/usr/bin"])).toEqual(["/usr/bin"]);
  });

  it.each(["", ".", "bin", "./node_modules/.bin", "../bin"])("drops the relative %j", async (entry) => {
    expect(await resolveIn("home/plain", [entry, "/usr/bin"])).toEqual(["/usr/bin"]);
  });

  it("without a repository means the directory itself", async () => {
    const entries = [join(root, "home/plain/bin"), join(root, "home/bin")];
    expect(await resolveIn("home/plain", entries)).toEqual([join(root, "home/bin")]);
  });

  it("makes nothing of nothing", async () => {
    expect(await resolveSearchPath(undefined, root)).toBe("");
  });
});
