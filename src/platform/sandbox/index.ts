/** Sandboxes for commands: the port, and those of Linux and macOS behind it. */
export { type CreateSandboxOptions, createSandbox } from "./create-sandbox.ts";
export type {
  ConfinedSpawn,
  EndedCommand,
  Sandbox,
  SandboxKind,
  SandboxLack,
  SandboxPolicy,
  SandboxStatus,
  SpawnRequest,
} from "./sandbox.ts";
