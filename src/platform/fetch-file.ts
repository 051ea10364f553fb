/** Fetches one file over HTTP for programs that cannot trust the other side: bounded in size, time and places. */
import { explainFetchError } from "./explain-fetch-error.ts";

export interface FetchFileOptions {
  /** Bytes, counted as they arrive. */
  readonly maxBytes: number;
  /** Milliseconds for the whole of it. */
  readonly timeoutMs: number;
  /** The `Accept` header. */
  readonly accept: string;
  readonly signal?: AbortSignal;
}

export interface FetchedFile {
  readonly bytes: Uint8Array;
  /** Lower case, without parameters; empty when the server named none. */
  readonly contentType: string;
  /** Where redirects led. */
  readonly url: string;
}

const MAX_REDIRECTS = 5;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** True for `https`, and for `http` on this machine, without a name and password in the address. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

/**
 * Follows redirects, each to a safe address only. Rejects with an `Error` whose message says in one clause why there is no
 * file, such as `status 404`; on abort with the signal's reason.
 */
export async function fetchFile(address: string, options: FetchFileOptions): Promise<FetchedFile> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await follow(address, { ...options, signal });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (timeout.aborted) throw new Error(`no answer within ${options.timeoutMs / 1000} s`);
    throw error;
  }
}

async function follow(
  address: string,
  options: FetchFileOptions & { readonly signal: AbortSignal },
): Promise<FetchedFile> {
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (!isSafeAddress(url)) throw new Error(`${url} is neither https nor on this machine`);
    const response = await request(url, options);
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (location === null) return readFile(response, { url, maxBytes: options.maxBytes });
    await response.body?.cancel();
    if (!URL.canParse(location, url))
      throw new Error(`it redirects to ${JSON.stringify(location)}, which is no address`);
    url = new URL(location, url).href;
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects`);
}

async function request(
  url: string,
  { accept, signal }: { readonly accept: string; readonly signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(url, { headers: { accept }, redirect: "manual", signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`cannot reach ${new URL(url).origin} (${explainFetchError(error)})`, { cause: error });
  }
}

async function readFile(
  response: Response,
  { url, maxBytes }: { readonly url: string; readonly maxBytes: number },
): Promise<FetchedFile> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const [contentType = ""] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
  return { bytes: Buffer.concat(chunks), contentType: contentType.trim(), url };
}
