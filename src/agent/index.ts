/** The agent's public surface: what front ends and embedders may import. Lines are sorted by file. */

export { type AgentOptions, type AgentPlaces, resolvePlaces } from "./agent-options.ts";
export type { AgentSession, Notice } from "./agent-session.ts";
export type { Completion } from "./completions.ts";
export { createAgent } from "./create-agent.ts";
export type * from "./events.ts";
export { HELD_BACK, type HeldBack } from "./held-back.ts";
export { createPatternCompiler } from "./hooks/index.ts";
export { loadHeldBack, type WorkspaceHeldBack } from "./load-held-back.ts";
export { loadSetupReport } from "./load-setup-report.ts";
export type { MergedSettings } from "./merge-settings.ts";
export {
  type AssistantMessage,
  demoNotice,
  type Model,
  ModelError,
  type ModelErrorCode,
  type ModelMessage,
  type ToolMessage,
  type UserMessage,
} from "./models/index.ts";
export { openWorkspaceSkills, type WorkspaceSkills } from "./open-workspace-skills.ts";
export { SETTINGS_LEVELS, type SettingEntry, type SettingsLevel, type SettingsOrigin } from "./parse-settings.ts";
export type { LastingOffer, PermissionAnswer, PermissionQuestion } from "./permission-check.ts";
export {
  type OpenRemoteSkills,
  type OriginUpdate,
  openRemoteSkills,
  type RemoteSkill,
  type RemoteSkills,
} from "./remote/index.ts";
export type { SavedRules } from "./save-allow-rules.ts";
export { type LoadedSettings, loadSettings } from "./settings.ts";
export {
  PERMISSION_MODES,
  type PermissionMode,
  SANDBOX_MODES,
  type SandboxMode,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
} from "./settings-schema.ts";
export type * from "./setup-report.ts";
export { describeSandbox, type SandboxContext, type SandboxDescription } from "./shell-sandbox.ts";
export { BUILT_IN_COMMANDS, type BuiltInCommand } from "./slash-commands.ts";
export { createToolset } from "./toolset.ts";
export * from "./trust-store.ts";
export { realPathOf } from "./workspace-paths.ts";
