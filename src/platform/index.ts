/** The platform's public surface: the engine's ports on Node. Lines are sorted by file. */
export * from "./file-lock.ts";
export * from "./git-ignore-checker.ts";
export * from "./index-cache.ts";
export * from "./inert-git.ts";
export * from "./node-file-system.ts";
export * from "./node-hook-ports.ts";
export * from "./node-shell.ts";
export * from "./node-watcher.ts";
export * from "./provider-keys.ts";
export * from "./sandbox/index.ts";
export * from "./search-path.ts";
export { findCommandShell } from "./shell-program.ts";
export * from "./state-file.ts";
export * from "./stream-logger.ts";
export * from "./system-clock.ts";
export * from "./system-timer.ts";
export * from "./usage-store.ts";
