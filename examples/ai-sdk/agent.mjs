// An agent on your own AI SDK loop that knows skills: one line in, one answer out. Your parts are in my-agent.mjs.
import { createInterface } from "node:readline";
import { generateText, stepCountIs } from "ai";
import { openSkills } from "skillful";
import { createSkillKit, touching } from "skillful/ai-sdk";
import { model, readFile } from "./my-agent.mjs";

// [12 lines]
const skills = await openSkills({ cwd: process.cwd() });
const kit = createSkillKit(skills.session(), { model, tools: { readFile: touching(readFile, ({ path }) => path) } });
const messages = [];
for await (const line of createInterface({ input: process.stdin })) {
  const turn = await kit.userTurn(line);
  if (turn.kind === "message") messages.push(turn.message);
  const { tools, prepareStep } = kit;
  const ask = () => generateText({ model, messages, tools, prepareStep, stopWhen: stepCountIs(50) });
  const result = turn.kind === "message" ? await ask() : turn;
  messages.push(...(result.response?.messages ?? []));
  console.log(result.text);
}
// [end]
