// A hand-written loop on a provider's own SDK: the engine without any adapter. One line in, one answer out.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import OpenAI from "openai";
import { formatFoundSkills, openSkills, SKILL_TOOL_DESCRIPTION, SKILLS_PROMPT } from "skillful";

const client = new OpenAI({
  baseURL: process.env.OPENAI_BASE_URL ?? "http://127.0.0.1:11434/v1",
  apiKey: process.env.OPENAI_API_KEY ?? "none",
});
const model = process.env.MODEL ?? "my-model";
const text = { type: "string" };
const describe = (name, description, properties, required) => ({
  type: "function",
  function: { name, description, parameters: { type: "object", properties, required } },
});
const TOOLS = [
  describe("Read", "Reads a text file", { path: text }, ["path"]),
  describe("Skill", SKILL_TOOL_DESCRIPTION, { skill: text, args: text, search: text }, []),
];

const skills = await openSkills({ cwd: process.cwd() });
const session = skills.session();

/** Runs the model until it answers in text. `messages` only grows. */
async function run({ messages, session, tools = TOOLS, steps = 50 }) {
  for (let step = 0; step < steps; step++) {
    const { choices } = await client.chat.completions.create({ model, messages, tools });
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? "";
    // The texts of inline skills follow all tool results, as messages of their own.
    const texts = [];
    for (const call of message.tool_calls) {
      const content = await callTool(call, { session, texts });
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
    for (const content of texts) messages.push({ role: "user", content });
  }
  return "Stopped: too many steps.";
}

async function callTool(call, { session, texts }) {
  try {
    const input = JSON.parse(call.function.arguments);
    if (call.function.name === "Read") {
      const content = await readFile(input.path, "utf8");
      const { reminder } = await session.touched([input.path], "read");
      return reminder === undefined ? content : `${content}\n\n${reminder}`;
    }
    if (input.search) return formatFoundSkills(input.search, await session.search(input.search));
    const outcome = await session.invoke({ name: input.skill ?? "", args: input.args, by: "model" });
    if (outcome.kind === "inline") texts.push(session.place(outcome));
    return await settle(outcome);
  } catch (error) {
    return `Error: ${error.message}`;
  }
}

/** What the caller of a skill is told. A fork runs here, with an empty history and the tools that it names. */
async function settle(outcome) {
  switch (outcome.kind) {
    case "inline":
      return `Launching skill: ${outcome.skill.callName}`;
    case "fork": {
      const { request, prompt } = outcome;
      const named = new Set(request.tools);
      const tools = named.size === 0 ? TOOLS : TOOLS.filter((tool) => named.has(tool.function.name));
      return run({
        messages: [{ role: "user", content: prompt }],
        session: request.session,
        tools,
        steps: request.maxSteps,
      });
    }
    case "ask":
      return `Error: nobody can be asked here. ${outcome.question}`;
    case "refused":
      return `Error: ${outcome.message}`;
  }
}

const messages = [{ role: "system", content: `You are a helpful agent.\n\n${SKILLS_PROMPT}` }];
for await (const line of createInterface({ input: process.stdin })) {
  const [, name, args] = /^\/(\S+)\s*(.*)$/.exec(line) ?? [];
  const outcome = name && (await session.invoke({ name, args, by: "user" }));
  if (outcome && outcome.kind !== "inline") {
    console.log(await settle(outcome));
    continue;
  }
  const listing = session.listing();
  if (listing !== undefined) messages.push({ role: "user", content: listing });
  messages.push({ role: "user", content: outcome ? session.place(outcome) : line });
  console.log(await run({ messages, session }));
}
