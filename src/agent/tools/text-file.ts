/** Opens files as text and tells text from everything else, without ever waiting on a pipe or a device. */
import { constants, type FileHandle, open } from "node:fs/promises";

/** What a file is, when it is not text. */
export type FileKind =
  | { readonly kind: "text"; readonly mtimeMs: number; readonly size: number; readonly hasBom: boolean }
  | { readonly kind: "directory" }
  /** `what` completes "This is …". */
  | { readonly kind: "unreadable"; readonly what: string };

const SNIFFED_BYTES = 8192;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: "a PNG image" },
  { bytes: [0xff, 0xd8, 0xff], what: "a JPEG image" },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: "a GIF image" },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], what: "a PDF document" },
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: "a ZIP archive" },
  { bytes: [0x1f, 0x8b], what: "a gzip archive" },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: "an ELF program" },
  { bytes: [0x00, 0x61, 0x73, 0x6d], what: "a WebAssembly module" },
  { bytes: [0xff, 0xfe], what: "UTF-16 text (convert it to UTF-8 first, for example with iconv)" },
  { bytes: [0xfe, 0xff], what: "UTF-16 text (convert it to UTF-8 first, for example with iconv)" },
];

/**
 * Opens `path` for reading, hands the open file and its kind to `use`, and closes it. Rejects with the file system's
 * error. A named pipe does not block: it is opened without waiting and reported as unreadable.
 */
export async function withFile<Value>(
  path: string,
  use: (file: FileHandle, kind: FileKind) => Promise<Value>,
): Promise<Value> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return await use(file, await detectKind(file));
  } finally {
    await file.close();
  }
}

async function detectKind(file: FileHandle): Promise<FileKind> {
  const stat = await file.stat();
  if (stat.isDirectory()) return { kind: "directory" };
  if (stat.isFIFO()) return { kind: "unreadable", what: "a named pipe" };
  if (stat.isSocket()) return { kind: "unreadable", what: "a socket" };
  if (!stat.isFile()) return { kind: "unreadable", what: "a device" };
  const buffer = new Uint8Array(SNIFFED_BYTES);
  const { bytesRead } = await file.read(buffer, 0, SNIFFED_BYTES, 0);
  const start = buffer.subarray(0, bytesRead);
  const signature = SIGNATURES.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte));
  if (signature) return { kind: "unreadable", what: signature.what };
  if (start.subarray(0, 4).every((byte, index) => byte === [0x52, 0x49, 0x46, 0x46][index]) && bytesRead >= 12) {
    const isWebp = String.fromCharCode(...start.subarray(8, 12)) === "WEBP";
    return { kind: "unreadable", what: isWebp ? "a WebP image" : "a RIFF media file" };
  }
  if (start.includes(0)) return { kind: "unreadable", what: "a binary file" };
  const hasBom = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  return { kind: "text", mtimeMs: stat.mtimeMs, size: stat.size, hasBom };
}
