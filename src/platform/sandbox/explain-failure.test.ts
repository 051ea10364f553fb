import { describe, expect, it } from "vitest";
import { explainFailure } from "./explain-failure.ts";
import type { SandboxPlan } from "./sandbox-plan.ts";

const plan = (network: boolean): SandboxPlan => ({
  cwd: "/w",
  network,
  temp: "/tmp/skillful-x",
  places: [
    { kind: "shared-temp", path: "/tmp", isDirectory: true },
    { kind: "writable", path: "/tmp/skillful-x", isDirectory: true },
    { kind: "writable", path: "/w", isDirectory: true },
    { kind: "hidden", path: "/home/me/.ssh", isDirectory: true },
  ],
});

describe("explainFailure", () => {
  it.each([
    ["bash: line 1: /etc/x: Read-only file system", true],
    ["Error: EROFS: read-only file system, mkdir '/home/me/.cache'", true],
    ["mount: /: Operation not permitted.", true],
    ["cat: /home/me/.netrc: Permission denied", true],
    ["mv: cannot move '.git' to 'x': Device or resource busy", true],
    ["Warning: Identity file /home/me/.ssh/id not accessible: No such file or directory.", true],
    ["cat: /tmp/of-the-machine: No such file or directory", true],
    ["cat: notes.txt: No such file or directory", false],
    ["Error: ENOENT: no such file or directory, open 'src/a.ts'", false],
    ["AssertionError: expected 1 to be 2", false],
    ["connect ECONNREFUSED 127.0.0.1:3000", false],
    ["curl: (6) Could not resolve host: example.com", false],
    ["", false],
  ])("with the network on: %s", (output, isExplained) => {
    expect(explainFailure({ output, exitCode: 1 }, plan(true)) !== undefined).toBe(isExplained);
  });

  it.each([
    "connect ECONNREFUSED 127.0.0.1:3000",
    "curl: (6) Could not resolve host: example.com",
    "curl: (7) Couldn't connect to server",
    "getaddrinfo EAI_AGAIN registry.npmjs.org",
    "ping: connect: Network is unreachable",
    "Temporary failure in name resolution",
  ])("with the network off: %s", (output) => {
    expect(explainFailure({ output, exitCode: 1 }, plan(false))).toBeDefined();
  });

  it("says nothing of a command that succeeded or was ended", () => {
    const output = "touch: Read-only file system";
    expect(explainFailure({ output, exitCode: 0 }, plan(true))).toBeUndefined();
    expect(explainFailure({ output }, plan(true))).toBeUndefined();
  });

  it("is one line that says what could be written", () => {
    expect(explainFailure({ output: "EROFS", exitCode: 1 }, plan(false))).toMatchInlineSnapshot(
      `"(This ran in a sandbox: it could write only below /tmp/skillful-x, /w, but not to places that configure tools; secrets of the home directory were hidden; the network was off.)"`,
    );
  });
});
