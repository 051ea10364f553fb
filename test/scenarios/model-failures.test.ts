/** What becomes of a session whose model fails: one line that says what to do, and a conversation that can go on. */
import { afterEach, describe, expect, it } from "vitest";
import { createScriptedServer, type ScriptFunction } from "../../src/testing/index.ts";
import { openScenario, providerEnv, SCENARIO_PROTOCOLS, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario | undefined;
afterEach(async () => {
  await scenario?.dispose();
  scenario = undefined;
});

const KEY_VARIABLES = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  "openai-compatible": "OPENAI_API_KEY",
} as const;

describe.each(SCENARIO_PROTOCOLS)("a model that fails, %s", (protocol) => {
  it("leaves a conversation that goes on after a refused key, an unknown model and a cut stream", async () => {
    scenario = await openScenario(protocol);
    const script: ScriptFunction = ({ view }) => {
      switch (view.messages.at(-1)?.text.at(-1)) {
        case "key":
          return { status: 401 };
        case "model":
          return { status: 404 };
        case "cut":
          return { text: "one two three four five six", cutAfter: 2 };
        case "busy":
          return { status: 400 };
        default:
          return { text: "fine" };
      }
    };
    const run = await scenario.converse(["key", "model", "busy", "cut", "and now?"], { script });
    const model = `${protocol}/scripted-model`;
    expect(run.results.map(({ error }) => [error?.code, error?.message.split(": scripted")[0]])).toEqual([
      ["auth", `${model}: the key was refused`],
      ["unknown-model", `the provider has no model ${model}`],
      ["bad-request", `${model}: the request was refused`],
      ["cut-stream", `${model}: the answer broke off before its end`],
      [undefined, undefined],
    ]);
    expect(run.results.at(-1)).toMatchObject({ result: "fine", isError: false });
    expect(run.exitCode).toBe(1);
    // What the last request holds is a conversation: users and answers in turn, the cut answer as far as it came.
    const last = run.requests.at(-1);
    const turns = (last?.messages ?? []).map(({ role, text }) => [role, text.filter((each) => !each.startsWith("<"))]);
    expect(turns.at(-1)).toEqual(["user", ["and now?"]]);
    expect(turns.at(-2)?.[0]).toBe("assistant");
    expect(String(turns.at(-2)?.[1])).toMatch(/^one/);
    expect(String(turns.at(-2)?.[1])).not.toContain("six");
    const said = turns.filter(([role]) => role === "user").flatMap(([, text]) => text);
    expect(said).toEqual(["key", "model", "busy", "cut", "and now?"]);
  });

  it("says in one line what happened, and in one what to do", async () => {
    scenario = await openScenario(protocol);
    scenario.server.setScript(() => ({ status: 401 }));
    const args = ["-p", "hello", "--model", `${protocol}/scripted-model`];
    const { stdout, stderr, exitCode } = await scenario.project.run(args);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    const [line, hint, ...rest] = stderr.split("\n");
    expect(line).toBe(`error: ${protocol}/scripted-model: the key was refused: scripted error 401`);
    expect(hint).toContain(KEY_VARIABLES[protocol]);
    expect(rest).toEqual([""]);
  });

  it("is tried again after a rate limit and a server error, with a word about it", async () => {
    scenario = await openScenario(protocol);
    const headers = { "retry-after": "0" };
    scenario.server.setScript([{ status: 429, headers }, { status: 503, headers }, { text: "at last" }]);
    const args = ["-p", "hello", "--model", `${protocol}/scripted-model`];
    const { stdout, stderr, exitCode } = await scenario.project.run(args);
    expect({ stdout, exitCode }).toEqual({ stdout: "at last\n", exitCode: 0 });
    expect(stderr.match(/^warning: .*; trying again in \d+ s \(attempt [23]\)$/gm)).toHaveLength(2);
  });
});

it("a server that is not there is named, with the address, whatever the provider", async () => {
  const world = await openScenario();
  scenario = world;
  const gone = await createScriptedServer();
  await gone.close();
  const runs = SCENARIO_PROTOCOLS.map((protocol) =>
    world.project.run(["-p", "hello", "--model", `${protocol}/m`], { env: providerEnv(protocol, gone.url) }),
  );
  for (const { stdout, stderr, exitCode } of await Promise.all(runs)) {
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    const lines = stderr.trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith("warning: "))).toHaveLength(3);
    expect(lines.at(-2)).toBe(`error: cannot reach ${gone.url} (ECONNREFUSED)`);
    expect(lines.at(-1)).toMatch(/^ {2}(?:Check the network|Start the server)/);
  }
});
