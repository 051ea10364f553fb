// What the example takes for granted: a model and a file tool of your own.
import { readFile as read } from "node:fs/promises";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, tool } from "ai";

const provider = createOpenAICompatible({
  name: "mine",
  baseURL: process.env.OPENAI_BASE_URL ?? "http://127.0.0.1:11434/v1",
});

export const model = provider(process.env.MODEL ?? "my-model");

export const readFile = tool({
  description: "Reads a text file",
  inputSchema: jsonSchema({ type: "object", properties: { path: { type: "string" } }, required: ["path"] }),
  execute: ({ path }) => read(path, "utf8"),
});
