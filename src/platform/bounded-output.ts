/** Collects a process's output in bounded memory: the beginning and the end stay, the middle is cut with a note. */
export interface BoundedOutput {
  add(chunk: Uint8Array): void;
  /** Text collected so far; the cut, if any, is marked with the number of bytes it took out. */
  text(): string;
  readonly truncated: boolean;
}

/** Keeps at most `maxBytes` of what is added, half from each end. */
export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const headLimit = Math.ceil(maxBytes / 2);
  const tailLimit = maxBytes - headLimit;
  const head: Uint8Array[] = [];
  let tail: Uint8Array[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let droppedBytes = 0;

  /** Drops what no longer fits at the front of the tail. Whole chunks wait until they are worth joining. */
  function shrinkTail(): void {
    const joined = Buffer.concat(tail);
    const kept = joined.subarray(Math.max(0, joined.length - tailLimit));
    droppedBytes += joined.length - kept.length;
    // A copy, so that the large joined buffer can be freed.
    tail = [Buffer.from(kept)];
    tailBytes = kept.length;
  }

  return {
    add(chunk) {
      const forHead = chunk.subarray(0, headLimit - headBytes);
      if (forHead.length > 0) {
        head.push(forHead);
        headBytes += forHead.length;
      }
      const forTail = chunk.subarray(forHead.length);
      if (forTail.length === 0) return;
      tail.push(forTail);
      tailBytes += forTail.length;
      if (tailBytes > tailLimit * 2 + 65_536) shrinkTail();
    },
    text() {
      if (tailBytes > tailLimit) shrinkTail();
      const start = Buffer.concat(head);
      const end = Buffer.concat(tail);
      if (droppedBytes === 0) return decode(Buffer.concat([start, end]));
      const first = trimEndOfCharacter(start);
      const last = trimStartOfCharacter(end);
      const cut = droppedBytes + (start.length - first.length) + (end.length - last.length);
      return `${decode(first)}\n\n[… ${cut} bytes cut here …]\n\n${decode(last)}`;
    },
    get truncated() {
      return droppedBytes > 0 || tailBytes > tailLimit;
    },
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Takes off a UTF-8 character whose later bytes were cut away. */
function trimEndOfCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Takes off the later bytes of a UTF-8 character whose first byte was cut away. */
function trimStartOfCharacter(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}
