/** Hooks for the agent: opening them, and the places where they are asked. */
export type { AgentHooks } from "./agent-hooks.ts";
export { askThroughHooks } from "./ask-through-hooks.ts";
export { createCompactionHooks } from "./compaction-hooks.ts";
export { createHookInterceptor } from "./hook-interceptor.ts";
export { withHookContext } from "./hook-texts.ts";
export { createMessageHooks } from "./message-hooks.ts";
export { takeNoticeEvents, toNoticeEvents } from "./notice-events.ts";
export { openForkHooks } from "./open-fork-hooks.ts";
export { openHooks, registerSettingsHooks } from "./open-hooks.ts";
export { openPluginHooks } from "./open-plugin-hooks.ts";
export { createPatternCompiler, type LazyPatternCompiler } from "./pattern-compiler.ts";
export { createAnswerReview } from "./review-answer.ts";
export { tellActivated } from "./tell-activated.ts";
