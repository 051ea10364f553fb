// An agent whose skills lie in a table, besides those in files, and which writes down what it is taught. One line in, one answer out.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readFile as read } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { openSkills } from "skillful";
import { createSkillKit, touching } from "skillful/ai-sdk";
import initSqlJs from "sql.js";
import { createTableSource } from "./table-source.mjs";

const baseURL = process.env.OPENAI_BASE_URL ?? "http://127.0.0.1:11434/v1";
const model = createOpenAICompatible({ name: "mine", baseURL })(process.env.MODEL ?? "my-model");
const path = process.env.DATABASE ?? "skills.sqlite";
const takes = (...names) => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return jsonSchema({ type: "object", properties, required: names });
};

const { Database } = await initSqlJs();
const database = new Database(existsSync(path) ? readFileSync(path) : undefined);
const table = createTableSource(database);
const skills = await openSkills({ cwd: process.cwd(), sources: [table.source] });

const readFile = tool({
  description: "Reads a text file",
  inputSchema: takes("path"),
  execute: ({ path }) => read(path, "utf8"),
});
const saveSkill = tool({
  description: "Writes a skill down for later: a name, when to use it, and the instructions",
  inputSchema: takes("name", "description", "instructions"),
  async execute({ name, description, instructions }) {
    table.save(name, `---\ndescription: ${JSON.stringify(description)}\n---\n${instructions}\n`);
    writeFileSync(path, database.export());
    await skills.reload();
    return `Saved. It is called ${skills.find(name)?.skill.callName ?? "nothing: see what is wrong with it"}.`;
  },
});

const kit = createSkillKit(skills.session(), {
  model,
  tools: { readFile: touching(readFile, ({ path }) => path), saveSkill },
});
const messages = [];
for await (const line of createInterface({ input: process.stdin })) {
  const turn = await kit.userTurn(line);
  if (turn.kind === "answer") {
    console.log(turn.text);
    continue;
  }
  messages.push(turn.message);
  const { tools, prepareStep } = kit;
  const result = await generateText({ model, messages, tools, prepareStep, stopWhen: stepCountIs(50) });
  messages.push(...result.response.messages);
  console.log(result.text);
}
await skills.close();
