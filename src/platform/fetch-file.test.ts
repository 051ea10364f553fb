import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchFile, isSafeAddress } from "./fetch-file.ts";

let handle: (path: string) => {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};
let hanging = false;
const server = createServer((request, response) => {
  if (hanging) return;
  const { status = 200, headers = {}, body = "" } = handle(request.url ?? "");
  response.writeHead(status, headers).end(body);
});
let url: string;

beforeEach(async () => {
  hanging = false;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (address: string, options = {}) =>
  fetchFile(address, { maxBytes: 100, timeoutMs: 20_000, accept: "text/plain", ...options });

describe("isSafeAddress", () => {
  it.each(["https://example.com/x", "http://127.0.0.1:1/", "http://localhost/", "http://[::1]:8/"])(
    "%s is",
    (address) => {
      expect(isSafeAddress(address)).toBe(true);
    },
  );
  it.each([
    "http://example.com/",
    "http://127.0.0.1.example.com/",
    "http://localhost.example.com/",
    "https://user:secret@example.com/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "nonsense",
  ])("%s is not", (address) => {
    expect(isSafeAddress(address)).toBe(false);
  });
});

describe("fetchFile", () => {
  it("gives the bytes, the type without parameters, and where redirects led", async () => {
    handle = (path) =>
      path === "/"
        ? { status: 302, headers: { location: "/b" } }
        : { headers: { "content-type": "Text/Plain; x=1" }, body: "hi" };
    const file = await get(url);
    expect({ ...file, bytes: Buffer.from(file.bytes).toString() }).toEqual({
      bytes: "hi",
      contentType: "text/plain",
      url: `${url}b`,
    });
  });

  it.each([
    ["a status", { status: 404 }, "status 404"],
    ["too many bytes", { body: "x".repeat(101) }, "larger than 100 bytes"],
    [
      "a redirect to an unsafe place",
      { status: 301, headers: { location: "http://example.com/" } },
      "neither https nor",
    ],
    ["a redirect to a file", { status: 301, headers: { location: "file:///etc/passwd" } }, "neither https nor"],
    ["a redirect that goes round", { status: 302, headers: { location: "/" } }, "more than 5 redirects"],
    ["a redirect to nowhere", { status: 302, headers: { location: "http://" } }, "which is no address"],
  ])("says %s", async (_what, answer, says) => {
    handle = () => answer;
    await expect(get(url)).rejects.toThrow(says);
  });

  it("says who cannot be reached", async () => {
    await expect(get("http://127.0.0.1:9/")).rejects.toThrow("cannot reach http://127.0.0.1:9");
  });

  it("gives up after its time, and on abort with the signal's reason", async () => {
    hanging = true;
    await expect(get(url, { timeoutMs: 30 })).rejects.toThrow("no answer within 0.03 s");
    const stop = new AbortController();
    const waiting = get(url, { signal: stop.signal });
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
  });
});
