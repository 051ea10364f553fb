/** Takes a fetched skill apart into its files, in memory and bounded. Nothing is believed of an archive's names and sizes. */

import { gunzipSync } from "node:zlib";
import { messageOf } from "../../engine/index.ts";

/** By path within the skill, `/` between the parts; always with `SKILL.md`. */
export type SkillFiles = ReadonlyMap<string, Uint8Array>;

export interface Artifact {
  readonly type: "skill-md" | "archive";
  readonly bytes: Uint8Array;
  /** As the server named it, lower case; may be empty. */
  readonly contentType: string;
  readonly url: string;
}

/** Bytes of all files together. */
const MAX_UNPACKED = 32 * 1024 * 1024;
const MAX_FILES = 1_000;
const MAX_DEPTH = 10;
const SKILL_FILE = "SKILL.md";
/** What is refused in a name: invisible and broken characters, and what other systems take for a separator, drive or stream. */
const UNSAFE_CHARACTER = /[\p{Cc}\p{Cf}\p{Cs}\\:*?"<>|]/u;

const FORMATS: Readonly<Record<string, "tar" | "zip">> = {
  "application/gzip": "tar",
  "application/x-gzip": "tar",
  "application/x-tar+gzip": "tar",
  "application/x-gtar": "tar",
  "application/x-tgz": "tar",
  "application/zip": "zip",
  "application/x-zip-compressed": "zip",
};

/**
 * Rejects with an `Error` whose message is a sentence when the artifact is no skill, holds a link, a name that leads out of
 * it or could mean another file on some system, or is larger than its bounds. Its digest must have been verified before.
 */
export async function unpackSkill(artifact: Artifact): Promise<SkillFiles> {
  if (artifact.type === "skill-md") return new Map([[SKILL_FILE, artifact.bytes]]);
  const collector = createCollector();
  switch (archiveFormat(artifact)) {
    case "tar":
      await readTar(artifact.bytes, collector);
      break;
    case "zip":
      await readZip(artifact.bytes, collector);
      break;
    case undefined:
      throw new Error(`The archive is neither .tar.gz nor .zip (${artifact.contentType || "no content type"}).`);
  }
  return collector.files();
}

/** The content type decides; where it is missing or says nothing, the ending of the address. */
function archiveFormat({ contentType, url }: Artifact): "tar" | "zip" | undefined {
  const named = FORMATS[contentType];
  if (named !== undefined) return named;
  const { pathname } = new URL(url);
  if (/\.(tar\.gz|tgz)$/i.test(pathname)) return "tar";
  return /\.zip$/i.test(pathname) ? "zip" : undefined;
}

interface Collector {
  /** Throws for a name that is not safe, and for one file too many. */
  add(name: string, bytes: Uint8Array): void;
  /** Throws when there is no `SKILL.md`. */
  files(): SkillFiles;
}

function createCollector(): Collector {
  const files = new Map<string, Uint8Array>();
  /** Two names that some file systems take for one would overwrite each other there. */
  const folded = new Set<string>();
  let size = 0;
  return {
    add(name, bytes) {
      const path = checkPath(name);
      const key = path.normalize("NFC").toLowerCase();
      if (folded.has(key)) throw new Error(`The archive holds ${JSON.stringify(path)} twice.`);
      folded.add(key);
      files.set(path, bytes);
      size += bytes.length;
      if (files.size > MAX_FILES) throw new Error(`The archive holds more than ${MAX_FILES} files.`);
      if (size > MAX_UNPACKED) throw tooLarge();
    },
    files() {
      if (!files.has(SKILL_FILE)) throw new Error(`The archive has no ${SKILL_FILE} at its root.`);
      return files;
    },
  };
}

/** The path without `./` in front. */
function checkPath(name: string): string {
  const path = name.replace(/^(\.\/)+/, "");
  const parts = path.split("/");
  const isSafe =
    path.length <= 512 &&
    parts.length <= MAX_DEPTH &&
    parts.every((part) => part !== "" && part !== "." && part !== ".." && !/[. ]$/.test(part)) &&
    !UNSAFE_CHARACTER.test(path);
  if (!isSafe) throw new Error(`The archive holds the name ${JSON.stringify(name.slice(0, 200))}, which is not safe.`);
  return path;
}

async function readTar(bytes: Uint8Array, collector: Collector): Promise<void> {
  const { unpackTar } = await import("modern-tar");
  const tar = gunzip(bytes);
  const entries = await unpackTar(tar, { strict: true }).catch((error: unknown) => {
    throw new Error(`The archive cannot be read: ${messageOf(error)}.`, { cause: error });
  });
  for (const { header, data } of entries) {
    if (header.type === "directory" || header.type === "pax-global-header") continue;
    if (header.type !== "file" || data === undefined) {
      throw new Error(`The archive holds ${JSON.stringify(header.name)}, which is a ${header.type}, not a file.`);
    }
    collector.add(header.name, data);
  }
}

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new Error(`The archive cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

async function readZip(bytes: Uint8Array, collector: Collector): Promise<void> {
  const { unzipSync } = await import("fflate");
  let promised = 0;
  let count = 0;
  // The filter sees the sizes that the archive promises before anything is unpacked; no file gets more room than that.
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) => {
    promised += originalSize;
    count += 1;
    if (promised > MAX_UNPACKED) throw tooLarge();
    if (count > 2 * MAX_FILES) throw new Error(`The archive holds more than ${MAX_FILES} files.`);
    return !name.endsWith("/");
  };
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("The archive")) throw error;
    throw new Error(`The archive cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  for (const [name, content] of Object.entries(files)) collector.add(name, content);
}

function tooLarge(): Error {
  return new Error(`The archive holds more than ${MAX_UNPACKED / 1024 / 1024} MiB.`);
}
