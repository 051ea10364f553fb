/** A scripted model server for tests of agents: real sockets, real streams, no network and no key. */
export * from "./chunk-gate.ts";
export type { OtherRequest, ProtocolName, RecordedRequest } from "./recorded-request.ts";
export * from "./redact-headers.ts";
export type { RequestView, ViewMessage, ViewTool, ViewToolCall, ViewToolResult } from "./request-view.ts";
export type * from "./script.ts";
export * from "./scripted-server.ts";
