/** The `skillful` entry: the engine, the ports of Node, and `openSkills`, which puts them together. */
export * from "./engine/index.ts";
export * from "./open-skills.ts";
export * from "./platform/index.ts";
