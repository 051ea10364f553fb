/** What a protocol has to do for the scripted server: recognise its requests, read them, and write answers. */
import type { ProtocolName } from "./recorded-request.ts";
import type { RequestView } from "./request-view.ts";
import type { ScriptedFinishReason } from "./script.ts";

/** An answer with every default filled in. */
export interface Answer {
  /** Unique to the request. */
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finishReason: ScriptedFinishReason;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly cachedInputTokens: number };
}

/** One server-sent event. Only pieces of content count for `cutAfter` and `beforeChunk`. */
export interface Frame {
  readonly event?: string;
  /** Sent as JSON; a string as it is. */
  readonly data: unknown;
  readonly isContent: boolean;
}

export interface Protocol {
  readonly name: ProtocolName;
  /** Whether a POST to this path (without its query) is a model call of this protocol. */
  matches(path: string): boolean;
  view(request: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }): RequestView;
  stream(answer: Answer): readonly Frame[];
  /** The whole answer at once, for a request that wants no stream. */
  complete(answer: Answer): unknown;
  error(status: number, message: string): unknown;
}

/** Largest number of pieces that one text is sent in. */
const MAX_PIECES = 64;

/** Cuts a text at its blanks into pieces that together are the text again; an empty text gives none. */
export function cutIntoPieces(text: string): readonly string[] {
  const words = text.match(/\S*\s+|\S+/gu) ?? [];
  const size = Math.ceil(words.length / MAX_PIECES);
  const pieces: string[] = [];
  for (let start = 0; start < words.length; start += size) pieces.push(words.slice(start, start + size).join(""));
  return pieces;
}
