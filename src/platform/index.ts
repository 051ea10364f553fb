/** The platform's public surface: the engine's ports on Node. Lines are sorted by file. */
export * from "./node-shell.ts";
export * from "./provider-keys.ts";
