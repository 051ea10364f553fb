/** Compiles the regular expressions of matchers with an engine that runs in linear time, loaded when one is first needed. */
import { type HooksConfig, messageOf, type PatternCompiler, parseHookMatcher } from "../../engine/index.ts";

export interface LazyPatternCompiler {
  /** Must be awaited before the hooks are registered; loads the engine when one of their matchers is an expression. */
  prepare(hooks: HooksConfig): Promise<void>;
  readonly compile: PatternCompiler;
}

/** Creates a compiler that has loaded nothing yet. */
export function createPatternCompiler(): LazyPatternCompiler {
  let engine: typeof import("re2js") | undefined;
  return {
    async prepare(hooks) {
      const matchers = Object.values(hooks).flatMap((groups) => groups.map(({ matcher }) => matcher));
      if (matchers.some(isExpression)) engine ??= await import("re2js");
    },
    compile(pattern) {
      if (engine === undefined) return { kind: "error", message: "the engine for patterns was not loaded" };
      try {
        const compiled = engine.RE2JS.compile(pattern);
        return { kind: "pattern", test: (subject) => compiled.matcher(subject).find() };
      } catch (error) {
        return { kind: "error", message: messageOf(error) };
      }
    },
  };
}

function isExpression(matcher: string | undefined): boolean {
  return parseHookMatcher(matcher, () => ({ kind: "pattern", test: () => true })).kind === "pattern";
}
