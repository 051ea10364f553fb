/** Models for the agent: choosing one, and running one step of it. */
export { demoNotice } from "./demo-texts.ts";
export type * from "./message.ts";
export * from "./model.ts";
export type { ModelContext, ModelSettings, ProviderSettings } from "./model-context.ts";
export { resolveEndpoint } from "./provider-endpoint.ts";
export * from "./resolve-model.ts";
export * from "./run-model-step.ts";
export * from "./tool-json-schema.ts";
