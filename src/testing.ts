/** The `skillful/testing` entry. */
export * from "./testing/index.ts";
