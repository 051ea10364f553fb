/** The package's entry `skillful/ai-sdk`. */
export * from "./ai-sdk/index.ts";
