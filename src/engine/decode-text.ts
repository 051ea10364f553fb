/** Turns the bytes of a skill file into text with one kind of line break, and says what was wrong with them. */

/** Something in the bytes that was replaced so that the rest could be read. */
export interface TextFlaw {
  readonly code: "invalid-utf8" | "nul-bytes";
  /** Offset of the first replacement in the decoded text. */
  readonly offset: number;
}

export type DecodedText =
  | { readonly kind: "text"; readonly text: string; readonly flaws: readonly TextFlaw[] }
  | { readonly kind: "not-utf8"; readonly encoding: "UTF-16" | "UTF-32" };

const REPLACEMENT = "\uFFFD";

/**
 * Decodes UTF-8. One leading byte order mark is dropped, CRLF and lone CR become LF, NUL bytes and bytes that are not
 * UTF-8 become U+FFFD (reported as flaws). Bytes with the mark of another encoding are not guessed at. Never throws.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const foreign = foreignEncoding(bytes);
  if (foreign !== undefined) return { kind: "not-utf8", encoding: foreign };
  let text = normaliseText(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const flaws: TextFlaw[] = [];
  const nul = text.indexOf("\0");
  if (nul !== -1) {
    flaws.push({ code: "nul-bytes", offset: nul });
  }
  // A file may hold a genuine U+FFFD, so only a strict second pass can tell; it runs for such files alone.
  const replaced = text.indexOf(REPLACEMENT);
  if (replaced !== -1 && !isValidUtf8(bytes)) flaws.push({ code: "invalid-utf8", offset: replaced });
  if (nul !== -1) text = text.replaceAll("\0", REPLACEMENT);
  return { kind: "text", text, flaws };
}

/** Drops one leading byte order mark and turns CRLF and lone CR into LF. Text without them is returned as it is. */
export function normaliseText(text: string): string {
  const unmarked = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return unmarked.includes("\r") ? unmarked.replace(/\r\n?/g, "\n") : unmarked;
}

function foreignEncoding(bytes: Uint8Array): "UTF-16" | "UTF-32" | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return "UTF-32";
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "UTF-32" : "UTF-16";
  if (first === 0xfe && second === 0xff) return "UTF-16";
  return undefined;
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    // A fatal decoder has no other way to say "not UTF-8".
    return false;
  }
}
