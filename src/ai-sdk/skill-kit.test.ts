import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, type ModelMessage, stepCountIs, tool } from "ai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SkillEngine } from "../engine/index.ts";
import { openSkills } from "../open-skills.ts";
import { createScriptedServer, type ScriptedServer } from "../testing/index.ts";
import { createSkillKit, type SkillKit, touching } from "./index.ts";

let cwd: string;
let server: ScriptedServer;
let engine: SkillEngine;

const SKILLS = {
  "say/SKILL.md": "---\ndescription: Says a line\nallowed-tools: readFile\n---\nSay: $ARGUMENTS\n",
  "dig/SKILL.md": "---\ndescription: Digs\ncontext: fork\nallowed-tools: readFile\n---\nDig into $ARGUMENTS\n",
  "react/SKILL.md": "---\ndescription: Helps with components\npaths: src/**/*.tsx\n---\nReact help\n",
  "quiet/SKILL.md":
    "---\ndescription: No reading\ndisallowed-tools: readFile\nmodel: small\neffort: high\n---\nBe quiet\n",
};

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "skillful-ai-sdk-")));
  for (const [path, text] of Object.entries(SKILLS)) {
    const file = join(cwd, ".claude", "skills", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  server = await createScriptedServer();
  engine = await openSkills({ cwd, home: "", bundled: [], trusted: true });
});
afterEach(async () => {
  await engine.close();
  await server.close();
  await rm(cwd, { recursive: true, force: true });
});

const modelNamed = (name: string) =>
  createOpenAICompatible({ name: "scripted", baseURL: `${server.url}/v1`, includeUsage: true })(name);

const readFile = tool({
  description: "Reads a file",
  inputSchema: jsonSchema<{ path: string }>({
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
  }),
  execute: async ({ path }) => `text of ${path}`,
});

function openKit(): SkillKit {
  return createSkillKit(engine.session(), {
    model: modelNamed("big"),
    tools: { readFile: touching(readFile, ({ path }) => path) },
    resolveModel: (name) => (name === "small" ? modelNamed("small") : undefined),
    effortOptions: (effort) => ({ scripted: { reasoningEffort: String(effort) } }),
    askUser: async () => true,
  });
}

/** One turn of a caller's own loop; the history only grows. */
async function turn(kit: SkillKit, history: ModelMessage[], text: string): Promise<string> {
  const user = await kit.userTurn(text);
  if (user.kind !== "message") return user.text;
  history.push(user.message);
  const result = await generateText({
    model: modelNamed("big"),
    messages: history,
    tools: kit.tools,
    prepareStep: kit.prepareStep,
    stopWhen: stepCountIs(20),
  });
  history.push(...result.response.messages);
  return result.text;
}

const textsOf = (index: number): string[] =>
  (server.requests[index]?.view.messages ?? []).map((message) => JSON.stringify(message));

describe("createSkillKit", () => {
  it("lists skills once, before the message", async () => {
    server.setScript([{ text: "one" }, { text: "two" }]);
    const kit = openKit();
    const history: ModelMessage[] = [];
    await turn(kit, history, "hello");
    await turn(kit, history, "again");
    const [first] = textsOf(0);
    expect(first).toContain("- say: Says a line");
    expect(first).not.toContain("react");
    const request = textsOf(0).join();
    expect(request.indexOf("</system-reminder>")).toBeLessThan(request.indexOf("hello"));
    expect(JSON.stringify(textsOf(1)).split("system-reminder>").length - 1).toBe(2);
  });

  it("runs an inline skill: a short result, then the text", async () => {
    server.setScript([{ toolCalls: [{ name: "Skill", input: { skill: "say", args: "hi" } }] }, { text: "done" }]);
    expect(await turn(openKit(), [], "please say hi")).toBe("done");
    const messages = textsOf(1);
    expect(messages.at(-2)).toContain("Launching skill: say");
    expect(messages.at(-1)).toContain("Say: hi");
  });

  it("wakes a skill in the result of the tool that touched its file", async () => {
    server.setScript([
      { toolCalls: [{ name: "readFile", input: { path: "src/a.tsx" } }] },
      { toolCalls: [{ name: "Skill", input: { skill: "react" } }] },
      { text: "done" },
    ]);
    await turn(openKit(), [], "read it");
    expect(textsOf(1).at(-1)).toContain("text of src/a.tsx\\n\\n<system-reminder>");
    expect(textsOf(1).at(-1)).toContain("- react: Helps with components");
    expect(textsOf(2).at(-1)).toContain("React help");
  });

  it("searches skills, and says what to give when nothing is given", async () => {
    server.setScript([
      { toolCalls: [{ name: "Skill", input: { search: "line" } }] },
      { toolCalls: [{ name: "Skill", input: {} }] },
      { text: "done" },
    ]);
    await turn(openKit(), [], "what is there?");
    expect(textsOf(1).at(-1)).toContain("best first:\\n\\n- say: Says a line");
    expect(textsOf(2).at(-1)).toContain("words to search for");
  });

  it("runs a fork with its tools only, and gives back its answer", async () => {
    server.setScript([
      { toolCalls: [{ name: "Skill", input: { skill: "dig", args: "logs" } }] },
      { text: "found it" },
      { text: "done" },
    ]);
    await turn(openKit(), [], "dig");
    expect(textsOf(1)).toHaveLength(1);
    expect(textsOf(1)[0]).toContain("Dig into logs");
    expect(server.requests[1]?.view.tools.map((each) => each.name)).toEqual(["readFile"]);
    expect(textsOf(2).at(-1)).toContain("found it");
  });

  it("answers a typed fork without a further model call, and refuses an unknown name", async () => {
    server.setScript([{ text: "found it" }]);
    const kit = openKit();
    expect(await kit.userTurn("/dig here")).toEqual({ kind: "answer", text: "found it" });
    expect(await kit.userTurn("/sya")).toMatchObject({ kind: "refused" });
    expect(server.requests).toHaveLength(1);
  });

  it("applies model, effort and removed tools until the next message", async () => {
    server.setScript([{ text: "hush" }, { text: "back" }]);
    const kit = openKit();
    const history: ModelMessage[] = [];
    await turn(kit, history, "/quiet");
    await turn(kit, history, "and now?");
    const [during, after] = server.requests;
    expect(during?.body).toMatchObject({ model: "small", reasoning_effort: "high" });
    expect(during?.view.tools.map((each) => each.name)).toEqual(["Skill"]);
    expect(after?.body).toMatchObject({ model: "big" });
    expect(after?.view.tools.map((each) => each.name).sort()).toEqual(["Skill", "readFile"]);
  });

  it("begins every request with the messages of the one before", async () => {
    server.setScript(({ index }) => {
      const calls = [
        { name: "readFile", input: { path: "src/a.tsx" } },
        { name: "Skill", input: { skill: "react" } },
        { name: "Skill", input: { skill: "say", args: String(index) } },
      ];
      const call = calls[index % 4];
      return call ? { toolCalls: [call] } : { text: "done" };
    });
    const kit = openKit();
    const history: ModelMessage[] = [];
    for (const text of ["one", "two", "/say three", "four"]) await turn(kit, history, text);
    expect(server.requests.length).toBeGreaterThan(12);
    for (let index = 1; index < server.requests.length; index++) {
      const before = textsOf(index - 1);
      expect(textsOf(index).slice(0, before.length)).toEqual(before);
    }
  });

  it("adds a note for a call that repeats, and starts anew when the messages were compacted", async () => {
    const say = { toolCalls: [{ name: "Skill", input: { skill: "say", args: "hi" } }] };
    server.setScript([say, { text: "one" }, say, { text: "two" }, { text: "three" }, say, { text: "four" }]);
    const kit = openKit();
    const history: ModelMessage[] = [];
    await turn(kit, history, "please say hi");
    await turn(kit, history, "once more");
    expect(textsOf(3).join().split("Say: hi").length - 1).toBe(1);
    expect(textsOf(3).at(-1)).toContain("is called again");

    const skills = kit.compacted();
    expect(skills).toMatch(/^<system-reminder>[\s\S]*earlier context, not a new request[\s\S]*Say: hi/);
    history.splice(0, history.length, { role: "user", content: `Summary of what was.\n\n${skills}` });
    await turn(kit, history, "go on");
    const messages = textsOf(4);
    expect(messages.join().split("- say: Says a line").length - 1).toBe(1);
    expect(messages.join()).not.toContain("please say hi");
    expect(messages.join().split("Say: hi").length - 1).toBe(1);
    await turn(kit, history, "and again");
    expect(textsOf(6).at(-1)).toContain("is called again");
    expect(kit.compacted()).toContain("Say: hi");
  });
});
