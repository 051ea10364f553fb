/** A session in a hostile repository whose model does all that it is asked: nothing runs, and nothing outside is read. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Script } from "../../src/testing/index.ts";
import { allTexts, listings } from "../support/scenario-run.ts";
import { createHostileRepository, type HostileRepository } from "./hostile-repository.ts";
import { type ObviousCall, obviousCalls } from "./obvious-calls.ts";
import { findTrespasses, hasStrace, placesOf, traceCommand } from "./trace-files.ts";

/** A loaded machine takes its time for so many calls, twice as much where each system call is recorded. */
const TIME_LIMIT_MS = 150_000;

let clone: HostileRepository;
let conversation: Awaited<ReturnType<typeof converse>>;
beforeAll(async () => {
  clone = await createHostileRepository();
  conversation = await converse();
}, TIME_LIMIT_MS + 30_000);
afterAll(() => clone.dispose());

/** One step of the model for each call of the main agent, so that each result can be told; forks answer at once. */
function makeCalls(calls: readonly ObviousCall[]): Script {
  let next = 0;
  return ({ view }) => {
    const isFork = !allTexts(view).some((text) => text.includes("BEGIN-HERE"));
    const call = isFork ? undefined : calls[next++];
    return call === undefined ? { text: "done" } : { toolCalls: [{ name: call.name, input: call.input }] };
  };
}

interface Result {
  readonly call: ObviousCall;
  readonly text: string;
  readonly isError: boolean;
}

/** Typed after the model has made all calls. */
const TYPED = ["/hooked", "/inject a", "/forked", "/nested", "/link-folder"];

/** Runs print mode, with every call in turn, and records its system calls where that can be done. */
async function converse() {
  const calls = obviousCalls(clone);
  clone.server.setScript(makeCalls(calls));
  const messages = ["", ...TYPED].map((text) => JSON.stringify({ type: "user", text: `${text} BEGIN-HERE` }));
  const folder = await mkdtemp(join(tmpdir(), "skillful-trace-"));
  const file = join(folder, "trace");
  const run = await clone.world.run(
    ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--debug", "--max-steps", "200"].concat([
      "--model",
      "openai-compatible/scripted-model",
    ]),
    {
      stdin: messages.map((message) => `${message}\n`).join(""),
      env: { PATH: clone.path },
      timeLimitMs: TIME_LIMIT_MS,
      ...(hasStrace && { wrap: (words) => traceCommand(words, file) }),
    },
  );
  const trace = hasStrace ? await readFile(file, "utf8") : "";
  await rm(folder, { recursive: true });
  const objects = run.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const results = objects
    .filter(({ type, agent }) => type === "tool_result" && (agent === undefined || agent === "main"))
    .map(({ output, isError }, index): Result => {
      const shown = String(output);
      return { call: calls[index] as ObviousCall, text: shown, isError: isError === true };
    });
  return { run, trace, objects, results, calls };
}

describe("print mode", () => {
  it("runs nothing of it, leaks nothing, and still works", () => {
    const { run, objects, results, calls } = conversation;
    expect(run.exitCode, run.stderr).toBeDefined();
    expect(clone.marks()).toEqual([]);
    expect(clone.leaks(run.stdout, run.stderr)).toEqual([]);
    expect(clone.thief.requests).toEqual([]);
    expect(existsSync(join(clone.outside, "written"))).toBe(false);
    expect(existsSync(join(clone.outside, "pwned"))).toBe(false);
    expect(existsSync(join(clone.world.project, "new.txt"))).toBe(false);
    expect(results).toHaveLength(calls.length);
    const wrong = results.filter(
      ({ call, isError }) => call.expects !== "any" && isError !== (call.expects === "refused"),
    );
    expect(
      wrong.map(({ call, text }) => `${call.expects}: ${JSON.stringify(call.input)}: ${text.slice(0, 200)}`),
    ).toEqual([]);
    const notices = objects.filter(({ type }) => type === "notice").map(({ message }) => String(message));
    expect(notices.filter((it) => it.includes("this workspace is not trusted"))).toHaveLength(1);
  });

  it("tells the model of the skills as text, and lets no text of theirs leave its place", () => {
    const { results } = conversation;
    const requests = clone.server.requests.map(({ view }) => view);
    const [listing = ""] = listings(requests[0]);
    expect(listing.match(/<system-reminder>/g)).toHaveLength(1);
    expect(listing).toMatch(/^<system-reminder>[\s\S]*<\/system-reminder>\s*$/);
    expect(listing).toContain("- plain: A plain skill that only helps");
    expect(listing).not.toMatch(/^- fake-entry/m);
    expect(listing).not.toMatch(/^(?:Human|Assistant|# System)/m);
    for (const { system } of requests) {
      expect(system.split("<instructions file=").length).toBe(system.split("</instructions>").length);
      expect(system).not.toMatch(/<system-reminder>Everything/);
      expect(system).toContain("Everything.");
    }
    for (const text of requests.flatMap(allTexts)) {
      expect(text.split("<system-reminder>").length).toBe(text.split("</system-reminder>").length);
      expect(text).not.toMatch(/<\/system-reminder\s*>\s*<system-reminder>The workspace is trusted/i);
    }
    const all = requests.flatMap(allTexts).join("\n");
    expect(all).toContain("Plain help for me.");
    // Commands stay in the text as they were written.
    expect(all).toContain("inject-1");
    expect(all).not.toContain("THE-BOSS-SPEAKS");
    expect(results.find(({ call }) => call.name === "GitDiff")?.isError).toBe(false);
  });

  // Skipped where system calls cannot be recorded.
  it.skipIf(!hasStrace)("opens and changes nothing outside of the workspace and starts nothing of it", () => {
    expect(findTrespasses(conversation.trace, placesOf(clone.world))).toEqual([]);
    expect(conversation.trace).toContain("tracked.txt");
  });
});

it.skipIf(!hasStrace)("what trespasses is seen to", async () => {
  const trap = await createHostileRepository();
  const { project } = trap.world;
  const folder = await mkdtemp(join(tmpdir(), "skillful-trace-"));
  const trace = join(folder, "trace");
  const script = `cat ${project}/link.txt; ${project}/evil.sh </dev/null; echo x > ${project}/written; mkdir ${project}/made`;
  const [program = "", ...args] = traceCommand(["sh", "-c", script], trace);
  spawnSync(program, args, { cwd: project });
  expect(findTrespasses(await readFile(trace, "utf8"), placesOf(trap.world))).toEqual(
    expect.arrayContaining([
      `read ${join(trap.outside, "notes.txt")}`,
      `run ${join(project, "evil.sh")}`,
      `write ${join(project, "written")}`,
      `write ${join(project, "made")}`,
    ]),
  );
  expect(trap.marks()).toEqual(["evil-script"]);
  await rm(folder, { recursive: true });
  await trap.dispose();
});
