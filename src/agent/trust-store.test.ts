import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTrustStore, resolveWorkspaceRoot } from "./trust-store.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "skillful-trust-")));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("createTrustStore", () => {
  it("trusts nothing at first", async () => {
    expect(await createTrustStore({ skillfulHome: folder }).isTrusted("/home/ada/project")).toBe(false);
  });

  it("covers what is below a trusted directory and nothing beside it", async () => {
    const store = createTrustStore({ skillfulHome: folder });
    await store.trust("/home/ada/project");
    expect(await store.isTrusted("/home/ada/project")).toBe(true);
    expect(await store.isTrusted("/home/ada/project/packages/web")).toBe(true);
    expect(await store.isTrusted("/home/ada/project/..data")).toBe(true);
    expect(await store.isTrusted("/home/ada/project-old")).toBe(false);
    expect(await store.isTrusted("/home/ada")).toBe(false);
    expect(await createTrustStore({ skillfulHome: folder }).list()).toEqual(["/home/ada/project"]);
  });

  it("takes trust back", async () => {
    const store = createTrustStore({ skillfulHome: folder });
    await store.trust("/home/ada/project");
    expect(await store.revoke("/home/ada/other")).toBe(false);
    expect(await store.revoke("/home/ada/project")).toBe(true);
    expect(await store.isTrusted("/home/ada/project")).toBe(false);
  });

  it("refuses to trust the root of the file system", async () => {
    await expect(createTrustStore({ skillfulHome: folder }).trust("/")).rejects.toMatchObject({ code: "usage" });
  });

  it.each(["{oops", '{"trusted": "/"}', '{"trusted": ["relative"]}', "[]"])(
    "trusts nothing after damage: %s",
    async (text) => {
      await writeFile(join(folder, "trust.json"), text);
      const damaged: string[] = [];
      const store = createTrustStore({ skillfulHome: folder, onDamaged: (message) => damaged.push(message) });
      expect(await store.isTrusted("/home/ada/project")).toBe(false);
      expect(damaged).toHaveLength(1);
    },
  );
});

describe("resolveWorkspaceRoot", () => {
  it("is the repository root, through links, or the directory itself", async () => {
    await mkdir(join(folder, "repo", ".git"), { recursive: true });
    await mkdir(join(folder, "repo", "a", "b"), { recursive: true });
    await symlink(join(folder, "repo", "a"), join(folder, "link"));
    await mkdir(join(folder, "plain"));
    expect(await resolveWorkspaceRoot(join(folder, "repo", "a", "b"))).toBe(join(folder, "repo"));
    expect(await resolveWorkspaceRoot(join(folder, "link", "b"))).toBe(join(folder, "repo"));
    expect(await resolveWorkspaceRoot(join(folder, "plain"))).toBe(join(folder, "plain"));
    await expect(resolveWorkspaceRoot(join(folder, "missing"))).rejects.toThrow("ENOENT");
  });
});
