/** The `skillful/agent` entry: the agent host, for programs that bring their own front end. */
export * from "./agent/index.ts";
