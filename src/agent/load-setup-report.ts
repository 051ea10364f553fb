/** Collects what a session here would be made of, by the functions that make one. Asks no model and runs nothing of the workspace. */
import { join } from "node:path";
import type { Diagnostic, Skill, SkillEntry } from "../engine/index.ts";
import { createNodeFileSystem, findCommandShell } from "../platform/index.ts";
import { type AgentOptions, resolvePlaces } from "./agent-options.ts";
import { describeHook, describeSetting } from "./describe-setting.ts";
import { openPluginHooks, registerSettingsHooks } from "./hooks/index.ts";
import { type Model, type ModelContext, resolveEndpoint, resolveModel } from "./models/index.ts";
import { openSkillsOf } from "./open-workspace-skills.ts";
import { createModelContext, resolveEnvironment } from "./session-environment.ts";
import { createSessionPermissions } from "./session-permissions.ts";
import { listSettingDefaults } from "./setting-defaults.ts";
import type { LoadedSettings } from "./settings.ts";
import { SETTING_KEYS } from "./settings-schema.ts";
import type { IgnoredSetting, ReportedModel, ReportedSetting, SetupReport } from "./setup-report.ts";
import { describeSandbox } from "./shell-sandbox.ts";
import { formatOrigin } from "./sourced-rules.ts";
import { toFailure } from "./to-failure.ts";
import { createTrustStore, resolveWorkspaceRoot } from "./trust-store.ts";
import { loadWorkspaceSettings, type WorkspaceSettings } from "./workspace-settings.ts";

/**
 * `trusted` is for this run; where it is not given, the person's trust file decides. Where the choice of a model depends on what a server
 * has, its list of models is asked for, as a session would. What is broken is among the problems; rejects with `SkillfulError`
 * (`cwd-missing`, `usage`) only.
 */
export async function loadSetupReport(options: AgentOptions = {}): Promise<SetupReport> {
  const trust = await findTrust(options);
  const fileSystem = createNodeFileSystem({ blocking: true });
  const workspace = await loadWorkspaceSettings({ ...options, trusted: trust.trusted }, { fileSystem });
  const { places, root, settings } = workspace;
  const env = await resolveEnvironment(options, workspace);
  const [model, engine, hooks, shell, sandbox] = await Promise.all([
    chooseModel(settings, createModelContext(options, workspace, env)),
    openSkillsOf(workspace, { ...options, fileSystem }),
    registerSettingsHooks(settings),
    findCommandShell(env.PATH),
    describeSandbox({ values: settings.values, places, root, env }),
  ]);
  const { contextWindow } = model.report.kind === "chosen" ? model.report : {};
  const session = engine.session({ ...(contextWindow !== undefined && { contextWindow }) });
  const permissions = createSessionPermissions({ settings, cwd: places.cwd, home: places.home, skills: () => [] });
  const pluginProblems = await openPluginHooks(engine.plugins, { hooks, fileSystem });
  const report: SetupReport = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    workspace: { cwd: places.cwd, root, ...trust },
    places: listPlaces(options, workspace),
    model: model.report,
    permissionMode: permissions.mode,
    ...(shell !== undefined && { shell }),
    sandbox,
    skills: countSkills(engine.list()),
    listing: session.listingUse(),
    hooks: hooks.registry.list().map((hook) => describeHook(hook, settings.entries)),
    settings: {
      files: settings.files,
      effective: listEffective(settings),
      ignored: listIgnored(settings),
    },
    problems: [
      ...settings.diagnostics.map(withoutFrame),
      ...hooks.diagnostics,
      ...pluginProblems,
      ...engine.diagnostics,
      ...model.problems,
    ],
  };
  await engine.close();
  return report;
}

/** The lines around a mistake in a settings file may hold a key. */
function withoutFrame({ frame: _, ...diagnostic }: Diagnostic): Diagnostic {
  return diagnostic;
}

async function findTrust(options: AgentOptions): Promise<{ readonly trusted: boolean; readonly because: string }> {
  const { cwd, skillfulHome } = resolvePlaces(options);
  const store = createTrustStore({ skillfulHome });
  const isListed = await store.isTrusted(await resolveWorkspaceRoot(cwd).catch(() => cwd));
  const { trusted = isListed } = options;
  if (trusted !== isListed) return { trusted, because: "for this run" };
  return { trusted, because: `${join(skillfulHome, "trust.json")} ${isListed ? "lists it" : "does not list it"}` };
}

function listPlaces(options: AgentOptions, { places }: WorkspaceSettings): SetupReport["places"] {
  const env = options.env ?? process.env;
  const origin = (variable: string) => ((env[variable] ?? "").trim() === "" ? "default" : variable);
  return {
    state: { path: places.skillfulHome, origin: origin("SKILLFUL_HOME") },
    managed: { path: places.managedDir, origin: origin("SKILLFUL_MANAGED_DIR") },
    home: { path: places.home, origin: options.home === undefined ? origin("HOME") : "the caller" },
  };
}

interface ModelChoice {
  readonly report: ReportedModel;
  readonly problems: readonly Diagnostic[];
}

async function chooseModel(settings: LoadedSettings, context: ModelContext): Promise<ModelChoice> {
  const named = settings.entries.find(({ key, value }) => key === "model" && String(value).trim() !== "");
  const setting = named && `the setting model is ${JSON.stringify(named.value)} (${formatOrigin(named.origin)})`;
  try {
    const model = await resolveModel(undefined, context);
    const because = [setting, model.chosenBecause].filter((it) => it !== undefined).join(", and ");
    return { report: { kind: "chosen", id: model.id, because, ...serverOf(model, context) }, problems: [] };
  } catch (error) {
    const { message, hint } = toFailure(error);
    const about = setting === undefined ? message : `${message}; ${setting}`;
    const problem: Diagnostic = {
      code: "model-unusable",
      severity: "error",
      path: named?.origin.path ?? "model",
      ...(named?.origin.line !== undefined && { line: named.origin.line }),
      message: about,
      ...(hint !== undefined && { hint }),
    };
    const report = { kind: "unusable", message: about, ...(hint !== undefined && { hint }) } as const;
    return { report, problems: [problem] };
  }
}

function serverOf(model: Model, context: ModelContext) {
  const { contextWindow } = model;
  if (model.provider === "demo") return {};
  const { baseUrl, key, keyVariable } = resolveEndpoint(model.id.slice(0, model.id.indexOf("/")), context);
  return {
    address: baseUrl,
    ...(key !== undefined && { keyVariable }),
    ...(contextWindow !== undefined && { contextWindow }),
  };
}

/** In the order in which sources own names. */
function countSkills(entries: readonly SkillEntry[]): SetupReport["skills"] {
  const sources = new Map<Skill["source"], Partial<Record<SkillEntry["state"], number>>>();
  for (const { skill, state } of entries) {
    const states = sources.get(skill.source) ?? {};
    sources.set(skill.source, { ...states, [state]: (states[state] ?? 0) + 1 });
  }
  return [...sources].map(([source, states]) => ({ source, states }));
}

/** What is set, then the defaults of what is not, by key in the order of the settings table. */
function listEffective({ entries }: LoadedSettings): readonly ReportedSetting[] {
  const defaults = listSettingDefaults();
  return SETTING_KEYS.flatMap((key): readonly ReportedSetting[] => {
    const set = entries.filter((entry) => entry.key === key);
    if (set.length > 0) return set.map(describeSetting);
    const value = defaults.get(key);
    return value === undefined ? [] : [{ key, value, level: "default", origin: "default" }];
  });
}

function listIgnored({ heldBack, personal, overridden }: LoadedSettings): readonly IgnoredSetting[] {
  return [
    ...heldBack.map((entry): IgnoredSetting => ({ ...describeSetting(entry), why: "untrusted" })),
    ...personal.map((entry): IgnoredSetting => ({ ...describeSetting(entry), why: "personal" })),
    ...overridden.map(({ entry, by }): IgnoredSetting => {
      const isSame = JSON.stringify(entry.value) === JSON.stringify(by.value);
      return { ...describeSetting(entry), why: isSame ? "repeated" : "overridden", by: formatOrigin(by.origin) };
    }),
  ];
}
