/** What a test writes: the replies of the scripted server, and what it can see of each request. */
import type { RecordedRequest } from "./recorded-request.ts";
import type { RequestView } from "./request-view.ts";

export interface ScriptedToolCall {
  readonly name: string;
  /** The arguments, sent as JSON. Leave out for none. */
  readonly input?: unknown;
  /** Sent instead of `input`, byte for byte: for arguments that are not JSON. */
  readonly rawInput?: string;
  /** Left out: made from the number of the request. */
  readonly id?: string;
}

export interface ScriptedUsage {
  /** All input tokens, those read from the cache included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

export type ScriptedFinishReason = "stop" | "tool-calls" | "length" | "content-filter";

/** An answer of the model, sent as a stream where the request asks for one. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Left out: `tool-calls` when there are any, else `stop`. */
  readonly finishReason?: ScriptedFinishReason;
  /** Left out: estimated at four characters a token. */
  readonly usage?: ScriptedUsage;
  /** Breaks the stream off after this many pieces of content (text, reasoning or arguments). */
  readonly cutAfter?: number;
  /** How `cutAfter` breaks off: `destroy` (default) kills the connection, `end` closes it properly without the last events. */
  readonly cutBy?: "destroy" | "end";
  /** Awaited before each piece of content, so that a test decides when it arrives. See `createChunkGate`. */
  readonly beforeChunk?: (index: number) => Promise<void>;
}

/** A refusal. `body` is sent as JSON, a string as it is; left out: an error in the protocol's own shape. */
export interface ScriptedError {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Never answers; the connection stays open until the client leaves or the server closes. */
export interface ScriptedHang {
  readonly hang: true;
}

export type ScriptedReply = ScriptedAnswer | ScriptedError | ScriptedHang;

/** What a script function gets: the number of the request from 0, the request, and its protocol-independent view. */
export interface ScriptCall {
  readonly index: number;
  readonly request: RecordedRequest;
  readonly view: RequestView;
}

export type ScriptFunction = (call: ScriptCall) => ScriptedReply | Promise<ScriptedReply>;

/** One reply for each request in order, or a function that decides. */
export type Script = readonly ScriptedReply[] | ScriptFunction;
