/** A session in a hostile repository whose model does all that it is asked: nothing runs, and nothing outside is read. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Script } from "../../src/testing/index.ts";
import { allTexts, listings } from "../support/scenario-run.ts";
import { createHostileRepository, type HostileRepository } from "./hostile-repository.ts";
import { type ObviousCall, obviousCalls } from "./obvious-calls.ts";
import { findTrespasses, hasStrace, type TracePlaces, traceCommand } from "./trace-files.ts";

let clone: HostileRepository;
beforeEach(async () => {
  clone = await createHostileRepository();
});
afterEach(() => clone.dispose());

const carelessPath = () =>
  [".", "./node_modules/.bin", ...["node_modules/.bin", "bin", ""].map((it) => join(clone.world.project, it))]
    .concat(process.env.PATH ?? "")
    .join(delimiter);

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

/** Runs print mode, with every call in turn. */
async function converse(wrap: (words: readonly string[]) => readonly string[] = (words) => words) {
  const calls = obviousCalls(clone);
  clone.server.setScript(makeCalls(calls));
  const message = `${JSON.stringify({ type: "user", text: "BEGIN-HERE" })}\n${["/hooked", "/inject a", "/forked", "/nested", "/link-folder"].map((text) => `${JSON.stringify({ type: "user", text: `${text} BEGIN-HERE` })}\n`).join("")}`;
  const run = await clone.world.run(
    ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--debug", "--max-steps", "200"].concat([
      "--model",
      "openai-compatible/scripted-model",
    ]),
    { stdin: message, env: { PATH: carelessPath() }, wrap },
  );
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
  return { run, objects, results, calls };
}

describe("print mode", () => {
  it("runs nothing of it, leaks nothing, and still works", async () => {
    const { run, objects, results, calls } = await converse();
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

  it("tells the model of the skills as text, and lets no text of theirs leave its place", async () => {
    const { results } = await converse();
    const requests = clone.server.requests.map(({ view }) => view);
    const [listing = ""] = listings(requests[0]);
    expect(listing.match(/<system-reminder>/g)).toHaveLength(1);
    expect(listing).toMatch(/^<system-reminder>[\s\S]*<\/system-reminder>\s*$/);
    expect(listing).toContain("- plain: A plain skill that only helps");
    expect(listing).not.toMatch(/^- fake-entry/m);
    expect(listing).not.toMatch(/^(?:Human|Assistant|# System)/m);
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
  describe.skipIf(!hasStrace)("by its system calls", () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "skillful-trace-"));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const places = (): TracePlaces => {
      const { home, project, skillfulHome, managedDirectory } = clone.world;
      const machine = join(home, "..");
      return {
        machine,
        project,
        state: skillfulHome,
        // Looked at for what is the person's own; there is nothing.
        own: [".claude", ".agents", ".gitconfig", ".config/git"].map((it) => join(home, it)).concat(managedDirectory),
        // Watched for the program's own folders to come; and of what the sandbox hides, the links.
        listed: [machine, home, join(home, ".ssh"), join(home, ".aws")],
      };
    };

    it("opens and changes nothing outside of the workspace and starts nothing of it", async () => {
      const trace = join(folder, "trace");
      const { run } = await converse((words) => traceCommand(words, trace));
      expect(clone.marks()).toEqual([]);
      expect(clone.leaks(run.stdout, run.stderr)).toEqual([]);
      expect(findTrespasses(await readFile(trace, "utf8"), places())).toEqual([]);
    });

    it("would be seen to trespass", async () => {
      const trace = join(folder, "trace");
      const { project } = clone.world;
      const script = `cat ${project}/link.txt; ${project}/evil.sh </dev/null; echo x > ${project}/written; mkdir ${project}/made`;
      const [program = "", ...args] = traceCommand(["sh", "-c", script], trace);
      spawnSync(program, args, { cwd: project });
      const found = findTrespasses(await readFile(trace, "utf8"), places());
      expect(found).toEqual(
        expect.arrayContaining([
          `read ${join(clone.outside, "notes.txt")}`,
          `run ${join(project, "evil.sh")}`,
          `write ${join(project, "written")}`,
          `write ${join(project, "made")}`,
        ]),
      );
      expect(clone.marks()).toEqual(["evil-script"]);
    });
  });
});
