/** One request as the scripted server received it. */
import type { RequestView } from "./request-view.ts";

export type ProtocolName = "anthropic" | "openai-chat" | "openai-responses" | "google";

/** A request that is not a call of a model: a list of models, or a path that the server does not know. */
export interface OtherRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** By lower-case name, keys and tokens included; see `redactHeaders` before printing. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RecordedRequest extends OtherRequest {
  readonly protocol: ProtocolName;
  /** The body's exact bytes. */
  readonly bytes: Uint8Array;
  /** The body as JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The same for every protocol, so that an assertion can be written once. */
  readonly view: RequestView;
}
