/** The engine's public surface: what other folders and embedders may import. Lines are sorted by file. */
export * from "./errors.ts";
export * from "./outcome.ts";
export * from "./ports.ts";
export * from "./session.ts";
export * from "./settings.ts";
export * from "./types.ts";
