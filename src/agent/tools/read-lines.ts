/** Reads a window of lines from an open file as a stream, so that a file of any size costs a bounded amount of memory. */
import type { FileHandle } from "node:fs/promises";

export interface LineWindow {
  /** Lines without their line break, long ones cut. */
  readonly lines: readonly string[];
  /** 1-based numbers of lines that were cut at `maxLineChars`. */
  readonly cutLines: readonly number[];
  /** True when the file goes on after the last line returned. */
  readonly hasMore: boolean;
  /** Lines seen up to where reading stopped; the number of lines in the file when `hasMore` is false. */
  readonly seenLines: number;
}

export interface LineWindowOptions {
  /** 1-based. */
  readonly firstLine: number;
  readonly maxLines: number;
  /** UTF-8 bytes over all lines returned; the first line is returned whatever its length. */
  readonly maxBytes: number;
  readonly maxLineChars: number;
  readonly signal: AbortSignal;
}

const CHUNK_BYTES = 64 * 1024;

/** A line break is LF or CRLF. Invalid UTF-8 becomes U+FFFD. Rejects on a read error and with the signal's reason. */
export async function readLines(file: FileHandle, options: LineWindowOptions): Promise<LineWindow> {
  const decoder = new TextDecoder("utf-8");
  const buffer = new Uint8Array(CHUNK_BYTES);
  const lines: string[] = [];
  const cutLines: number[] = [];
  let bytes = 0;
  let seenLines = 0;
  /** The unfinished line, cut one character past the limit so that a cut can be told. */
  let pending = "";
  let started = false;
  let hasMore = false;

  /** False when the window is full and this line does not belong to it. */
  function take(line: string): boolean {
    const number = seenLines + 1;
    if (number >= options.firstLine) {
      const text = line.endsWith("\r") ? line.slice(0, -1) : line;
      const shown = cutText(text, options.maxLineChars);
      const size = Buffer.byteLength(shown) + 1;
      if (lines.length >= options.maxLines || (lines.length > 0 && bytes + size > options.maxBytes)) return false;
      if (shown.length < text.length) cutLines.push(number);
      lines.push(shown);
      bytes += size;
    }
    seenLines = number;
    return true;
  }

  for (let position = 0; !hasMore; ) {
    options.signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
    position += bytesRead;
    const text = decoder.decode(buffer.subarray(0, bytesRead), { stream: bytesRead > 0 });
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      if (!take(pending + text.slice(from, end))) {
        hasMore = true;
        break;
      }
      pending = "";
      started = false;
      from = end + 1;
    }
    if (hasMore) break;
    const rest = text.slice(from);
    if (rest !== "") {
      started = true;
      pending = (pending + rest).slice(0, options.maxLineChars + 2);
    }
    if (bytesRead === 0) {
      if (started && !take(pending)) hasMore = true;
      break;
    }
  }
  return { lines, cutLines, hasMore, seenLines };
}

/** At most `max` UTF-16 units, never half of a surrogate pair. */
function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
