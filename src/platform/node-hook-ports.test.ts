import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeHookPorts } from "./node-hook-ports.ts";

const ports = createNodeHookPorts({ env: { PATH: process.env.PATH, OPENAI_API_KEY: "secret" } });
const run = (command: string, more: Partial<Parameters<typeof ports.runCommand>[1]> = {}) =>
  ports.runCommand(command, { cwd: tmpdir(), env: {}, stdin: "", timeoutMs: 20_000, ...more });

describe("runCommand", () => {
  it("keeps the two streams apart and hands over input and environment", async () => {
    expect(await run('cat; echo "$WHO" >&2; exit 2', { stdin: "in", env: { WHO: "me" } })).toEqual({
      kind: "exited",
      exitCode: 2,
      stdout: "in",
      stderr: "me\n",
    });
  });

  it("reads no start file of the person, although its input is a socket", async () => {
    const home = await mkdtemp(join(tmpdir(), "skillful-home-"));
    await writeFile(join(home, ".bashrc"), "echo from bashrc\n");
    expect(await run("echo hook", { env: { HOME: home } })).toMatchObject({ stdout: "hook\n" });
    await rm(home, { recursive: true });
  });

  it("does not show the keys of models", async () => {
    expect(await run('echo "[$OPENAI_API_KEY]"')).toMatchObject({ stdout: "[]\n" });
  });

  it("says how a command ended that did not end by itself", async () => {
    expect(await run("sleep 30", { timeoutMs: 50 })).toEqual({ kind: "timed-out" });
    expect(await run("kill -KILL $$")).toEqual({ kind: "killed", signal: "SIGKILL" });
    expect(await run("true", { cwd: "/does/not/exist" })).toMatchObject({ kind: "not-started" });
  });

  it("bounds what it keeps", async () => {
    const outcome = await run("head -c 1000000 /dev/zero | tr '\\0' x");
    expect(outcome.kind === "exited" && outcome.stdout.length).toBeLessThan(70_000);
  });

  it("rejects on abort", async () => {
    const controller = new AbortController();
    const pending = run("sleep 30", { signal: controller.signal });
    controller.abort(new Error("stopped"));
    await expect(pending).rejects.toThrow("stopped");
  });
});

describe("postJson", () => {
  it("posts, and follows no redirect", async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      request.on("data", (chunk) => bodies.push(String(chunk)));
      request.on("end", () => {
        if (request.url === "/away") response.writeHead(302, { location: "/" }).end();
        else response.end('{"decision":"deny"}');
      });
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const post = { headers: {}, body: '{"a":1}', timeoutMs: 20_000 };
    expect(await ports.postJson(`${base}/`, post)).toEqual({ status: 200, body: '{"decision":"deny"}' });
    await expect(ports.postJson(`${base}/away`, post)).rejects.toThrow("unexpected redirect");
    expect(bodies[0]).toBe('{"a":1}');
    server.close();
  });

  it("says why there was no answer", async () => {
    const server = createServer((request, response) => {
      // What "/silence" asks for stays unanswered.
      if (request.url === "/flood") response.end("x".repeat(1_000_000));
      if (request.url === "/trickle") response.write("{");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const post = (path: string, more: object = {}) =>
      ports.postJson(`${base}${path}`, { headers: {}, body: "{}", timeoutMs: 20_000, ...more });
    await expect(post("/flood")).rejects.toThrow("larger than 65536 bytes");
    await expect(post("/silence", { timeoutMs: 50 })).rejects.toThrow("none within 0.05 seconds");
    await expect(post("/trickle", { timeoutMs: 50 })).rejects.toThrow("none within 0.05 seconds");
    const stop = new AbortController();
    const stopped = post("/silence", { signal: stop.signal });
    stop.abort(new Error("the turn ends"));
    await expect(stopped).rejects.toThrow("the turn ends");
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(post("/silence")).rejects.toThrow("ECONNREFUSED");
  });
});
