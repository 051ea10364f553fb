/** A model server on 127.0.0.1 that answers from a script in the protocols of the large providers and records every request. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.ts";
import { google } from "./google.ts";
import { asObject } from "./json-value.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Frame, Protocol } from "./protocol.ts";
import type { OtherRequest, RecordedRequest } from "./recorded-request.ts";
import type { Script, ScriptedAnswer, ScriptedReply } from "./script.ts";
import { toAnswer } from "./to-answer.ts";

const PROTOCOLS: readonly Protocol[] = [anthropic, openaiChat, openaiResponses, google];

export interface ScriptedServerOptions {
  /** Default: none, so that the first model call is answered with an error. */
  readonly script?: Script;
  /** Ids that the model lists (`/v1/models`, `/api/tags`) name. Default: `scripted-model`. */
  readonly models?: readonly string[];
}

export interface ScriptedServer {
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string;
  /** The model calls so far, in the order of their arrival; the array grows. */
  readonly requests: readonly RecordedRequest[];
  /** Everything else that was asked for, such as the list of models. */
  readonly otherRequests: readonly OtherRequest[];
  /** Replaces the script; its first reply goes to the next request. */
  setScript(script: Script): void;
  /** Resolves when as many model calls as that have arrived. */
  received(count: number): Promise<void>;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts the server. A model call beyond the end of a script list is answered with status 500 and a message that says so.
 * Rejects only when no port can be opened.
 */
export async function createScriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const requests: RecordedRequest[] = [];
  const otherRequests: OtherRequest[] = [];
  const models = options.models ?? ["scripted-model"];
  const watchers = new Set<() => void>();
  let script: Script = options.script ?? [];
  let scriptStart = 0;

  const replyTo = async (request: RecordedRequest, index: number): Promise<ScriptedReply> => {
    if (typeof script === "function") return await script({ index, request, view: request.view });
    return script[index - scriptStart] ?? exhausted(request, index - scriptStart, script.length);
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url = "/" } = incoming;
    const path = url.split("?")[0] ?? url;
    const head: OtherRequest = { method, path: url, headers: toHeaders(incoming) };
    const protocol = method === "POST" ? PROTOCOLS.find((each) => each.matches(path)) : undefined;
    const bytes = await readBody(incoming);
    if (protocol === undefined) {
      otherRequests.push(head);
      return answerOther(response, path, models);
    }
    const body = parseBody(bytes);
    if (body === undefined) return sendJson(response, 400, protocol.error(400, "The body is not a JSON object."));
    const request = { ...head, protocol: protocol.name, bytes, body, view: protocol.view({ path, body }) };
    const index = requests.push(request) - 1;
    for (const watcher of watchers) watcher();
    await send({ response, protocol, request, index, reply: await replyTo(request, index) });
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy();
      sendJson(response, 500, { error: { message: `scripted server: ${error}`, type: "server_error" } });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    otherRequests,
    setScript(next) {
      script = next;
      scriptStart = requests.length;
    },
    received: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (requests.length < count) return;
          watchers.delete(check);
          resolve();
        };
        watchers.add(check);
        check();
      }),
    async close() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Sending {
  readonly response: ServerResponse;
  readonly protocol: Protocol;
  readonly request: RecordedRequest;
  readonly index: number;
  readonly reply: ScriptedReply;
}

async function send({ response, protocol, request, index, reply }: Sending): Promise<void> {
  if ("hang" in reply) return;
  if ("status" in reply) {
    const { status, headers = {}, body = protocol.error(status, `scripted error ${status}`) } = reply;
    return sendJson(response, status, body, headers);
  }
  const answer = toAnswer(reply, { index, model: request.view.model, requestBytes: request.bytes.length });
  if (!request.view.stream) return sendJson(response, 200, protocol.complete(answer));
  await sendStream(response, protocol.stream(answer), reply);
}

async function sendStream(response: ServerResponse, frames: readonly Frame[], reply: ScriptedAnswer): Promise<void> {
  const { cutAfter = Number.POSITIVE_INFINITY, cutBy = "destroy", beforeChunk } = reply;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
  let pieces = 0;
  for (const frame of frames) {
    if (frame.isContent) {
      if (pieces >= cutAfter) break;
      await beforeChunk?.(pieces);
      pieces += 1;
    } else if (pieces >= cutAfter && pieces > 0) {
      break;
    }
    if (response.destroyed) return;
    await write(response, formatFrame(frame));
  }
  if (Number.isFinite(cutAfter) && cutBy === "destroy") response.destroy();
  else response.end();
}

/** Waits until the bytes are with the operating system, so that a cut loses none of what came before it. */
function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    response.write(text, () => resolve());
  });
}

function formatFrame({ event, data }: Frame): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`;
}

function exhausted(request: RecordedRequest, position: number, length: number): ScriptedReply {
  const message =
    `scripted server: the script has ${length} ${length === 1 ? "reply" : "replies"}, ` +
    `but this is model call ${position + 1} (${request.method} ${request.path})`;
  // Both SDKs and this project's retry take the header as the server's word that trying again is of no use.
  return { status: 500, headers: { "x-should-retry": "false" }, body: { error: { message, type: "server_error" } } };
}

function answerOther(response: ServerResponse, path: string, models: readonly string[]): void {
  if (path.endsWith("/api/tags")) {
    sendJson(response, 200, { models: models.map((name) => ({ name, model: name, size: 0, details: {} })) });
  } else if (path.endsWith("/models")) {
    sendJson(response, 200, { object: "list", data: models.map((id) => ({ id, object: "model", created: 0 })) });
  } else {
    const message = `scripted server: no such path: ${path}`;
    sendJson(response, 404, { error: { message, type: "not_found_error" } });
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function toHeaders(incoming: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parseBody(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const body = asObject(value);
    return body === value ? body : undefined;
  } catch {
    return undefined;
  }
}
