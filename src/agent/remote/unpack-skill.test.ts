import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { strToU8, type Zippable, zipSync } from "fflate";
import { packTar, type TarEntry } from "modern-tar";
import { describe, expect, it } from "vitest";
import { unpackSkill } from "./unpack-skill.ts";

const SKILL = strToU8("---\nname: a\n---\nBody.\n");

async function tarGz(entries: readonly TarEntry[]): Promise<Uint8Array> {
  return gzipSync(await packTar(entries));
}

const file = (name: string, body: string | Uint8Array = "x"): TarEntry => ({
  header: { name, size: typeof body === "string" ? body.length : body.length, type: "file" },
  body,
});

const archive = (bytes: Uint8Array, { contentType = "", url = "https://a.example/x.tar.gz" } = {}) =>
  unpackSkill({ type: "archive", bytes, contentType, url });
const zip = (files: Zippable) => archive(zipSync(files), { contentType: "application/zip" });

describe("unpackSkill", () => {
  it("takes a SKILL.md as it is", async () => {
    const files = await unpackSkill({
      type: "skill-md",
      bytes: SKILL,
      contentType: "text/plain",
      url: "https://a.example/x",
    });
    expect([...files]).toEqual([["SKILL.md", SKILL]]);
  });

  it("takes .tar.gz and .zip, by content type or by the ending of the address", async () => {
    const tar = await tarGz([
      { header: { name: "scripts/", size: 0, type: "directory" } },
      file("./SKILL.md", SKILL),
      file("scripts/run.sh", "echo"),
    ]);
    const zipped = zipSync({ "SKILL.md": SKILL, scripts: { "run.sh": strToU8("echo") } });
    const expected = ["SKILL.md", "scripts/run.sh"];
    for (const [bytes, contentType, url] of [
      [tar, "application/gzip", "https://a.example/x"],
      [tar, "application/octet-stream", "https://a.example/x.TGZ?v=1"],
      [zipped, "application/zip", "https://a.example/x.tar.gz"],
      [zipped, "", "https://a.example/x.zip"],
    ] as const) {
      const files = await archive(bytes, { contentType, url });
      expect([...files.keys()].sort()).toEqual(expected);
      expect(Buffer.from(files.get("SKILL.md") ?? [])).toEqual(Buffer.from(SKILL));
    }
    await expect(archive(tar, { contentType: "text/html", url: "https://a.example/x" })).rejects.toThrow(
      "neither .tar.gz",
    );
  });

  it.each([
    "../up",
    "a/../../up",
    "/etc/x",
    "a//b",
    "a/./b",
    "..\\up",
    "C:x",
    "a\u0000b",
    "a\u202eb",
    "dot.",
    "blank ",
    `${"d/".repeat(10)}x`,
    "x".repeat(513),
  ])("refuses the name %j, in both kinds of archive", async (name) => {
    await expect(zip({ "SKILL.md": SKILL, [name]: SKILL })).rejects.toThrow(/which is not safe/);
    // Names with a NUL end there in a tar header.
    if (name.includes("\0")) return;
    await expect(archive(await tarGz([file("SKILL.md", SKILL), file(name)]))).rejects.toThrow(/which is not safe/);
  });

  it.each(["symlink", "link"] as const)("refuses a %s, wherever it leads", async (type) => {
    const link: TarEntry = { header: { name: "inside", size: 0, type, linkname: "SKILL.md" } };
    await expect(archive(await tarGz([file("SKILL.md", SKILL), link]))).rejects.toThrow(/"inside", which is a/);
  });

  it("refuses two names that are one on some file systems, a missing SKILL.md, and what is no archive", async () => {
    await expect(zip({ "SKILL.md": SKILL, "skill.md": SKILL })).rejects.toThrow("twice");
    await expect(zip({ "wrapper/SKILL.md": SKILL })).rejects.toThrow("no SKILL.md at its root");
    await expect(archive(strToU8("not gzip"))).rejects.toThrow(/cannot be read/);
    await expect(archive(strToU8("not zip"), { contentType: "application/zip" })).rejects.toThrow(/cannot be read/);
    await expect(archive(gzipSync(strToU8("not tar at all".repeat(100))))).rejects.toThrow(/cannot be read|no SKILL/);
  });

  it("refuses archives that grow, before they have grown", async () => {
    const large = new Uint8Array(33 * 1024 * 1024);
    await expect(zip({ "SKILL.md": SKILL, large })).rejects.toThrow("more than 32 MiB");
    await expect(archive(gzipSync(large))).rejects.toThrow("more than 32 MiB");
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, new Uint8Array()]));
    await expect(zip({ "SKILL.md": SKILL, ...many })).rejects.toThrow("more than 1000 files");
  });

  it("believes no size that a zip promises", async () => {
    const bytes = zipSync({ "SKILL.md": SKILL, large: new Uint8Array(100_000) });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The sizes in the central directory: 24 bytes into each record (APPNOTE 4.3.12).
    for (let at = 0; at < bytes.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    }
    const files = await archive(bytes, { contentType: "application/zip" }).catch(() => new Map<string, Uint8Array>());
    for (const content of files.values()) expect(content.length).toBeLessThanOrEqual(10);
  });

  it("has an answer for any bytes", async () => {
    const contentType = fc.constantFrom("application/zip", "application/gzip");
    const valid = zipSync({ "SKILL.md": SKILL });
    const damaged = fc.tuple(fc.nat(valid.length - 1), fc.nat(255)).map(([at, value]) => {
      const bytes = Uint8Array.from(valid);
      bytes[at] = value;
      return bytes;
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged), contentType, async (bytes, type) => {
        const outcome = await archive(bytes, { contentType: type }).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome.message).toMatch(/^The archive /);
        else expect([...(outcome as Map<string, Uint8Array>).keys()]).toContain("SKILL.md");
      }),
    );
  });
});
