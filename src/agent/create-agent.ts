/** Opens an agent: reads settings and instructions, finds skills, chooses the model, and puts the parts together. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Diagnostic, type Logger, SKILLS_PROMPT, type SkillSession } from "../engine/index.ts";
import { openSkills } from "../open-skills.ts";
import { createNodeFileSystem, createNodeShell, createUsageStore, PROVIDER_KEY_VARIABLES } from "../platform/index.ts";
import type { AgentHost } from "./agent-host.ts";
import { type AgentOptions, MAX_STEPS } from "./agent-options.ts";
import { type AgentSession, createAgentSession, type Notice } from "./agent-session.ts";
import { loadAgentType } from "./agent-types.ts";
import { askAboutSkill, createQuestionQueue } from "./ask-about-skill.ts";
import { createAskPerson } from "./ask-person.ts";
import { authorizeCommand } from "./authorize-command.ts";
import { DEFAULT_COMPACTION } from "./compaction/index.ts";
import { createConversation } from "./conversation.ts";
import { toEngineSettings } from "./engine-settings.ts";
import { runFork } from "./fork.ts";
import { createGate } from "./gate.ts";
import { listHeldBack, noticeHeldBack } from "./held-back.ts";
import { askThroughHooks, createHookInterceptor, openHooks, openPluginHooks } from "./hooks/index.ts";
import { loadInstructions } from "./instructions.ts";
import { resolveModel, runModelStep } from "./models/index.ts";
import { openIndexCache } from "./open-index-cache.ts";
import { pathExists } from "./path-exists.ts";
import { openRemoteRoots } from "./remote/open-remote-roots.ts";
import { createModelContext, resolveEnvironment } from "./session-environment.ts";
import { createSessionPermissions } from "./session-permissions.ts";
import { assertReadable, type LoadedSettings } from "./settings.ts";
import { openSandbox } from "./shell-sandbox.ts";
import { skillGrants } from "./skill-grants.ts";
import { formatForkPrompt, formatSystemPrompt } from "./system-prompt.ts";
import { createToolset } from "./toolset.ts";
import { loadWorkspaceSettings } from "./workspace-settings.ts";

/**
 * Opens a session. Nothing of the workspace is executed by it. Rejects with `SkillfulError` (`cwd-missing`,
 * `settings-invalid`, `usage`) or with `ModelError` when the model that was asked for cannot be used.
 */
export async function createAgent(options: AgentOptions = {}): Promise<AgentSession> {
  const logger = options.logger ?? SILENT;
  const fileSystem = createNodeFileSystem({ blocking: true });
  const workspace = await loadWorkspaceSettings(options, { fileSystem });
  const { places, root, trusted, settings } = workspace;
  assertReadable(settings.diagnostics);
  const { cwd, home } = places;
  const { values } = settings;
  const env = await resolveEnvironment(options, workspace);
  const models = createModelContext(options, workspace, env);
  const closing = new AbortController();
  let session: SkillSession | undefined;
  const permissions = createSessionPermissions({ settings, cwd, home, skills: () => session?.list() ?? [] });

  const askPerson =
    options.askUser && createAskPerson({ askUser: options.askUser, permissions, cwd, root, trusted, logger });
  const askUser = askPerson && createQuestionQueue(askPerson);
  const withhold = withheldVariables(settings);
  const sandbox = openSandbox({ values, places, root, env, logger });
  const shell = createNodeShell({ env, withhold, ...(sandbox.shell && { sandbox: sandbox.shell }) });
  const sessionId = options.sessionId ?? randomUUID();
  const { hooks, diagnostics: hookDiagnostics } = await openHooks({
    settings,
    sessionId,
    cwd,
    projectDir: root,
    permissionMode: permissions.mode,
    env,
    withhold,
    logger,
    closing: closing.signal,
    askModel: { runModelStep, model: () => conversation.model() },
  });

  const [model, skills, instructions] = await Promise.all([
    resolveModel(undefined, models),
    openSkills({
      cwd,
      home,
      managedDir: places.managedDir,
      addedDirs: values["permissions.additionalDirectories"],
      settings: toEngineSettings(settings),
      enabledPlugins: {
        files: settings.places,
        load: async () => {
          const { settings: now } = await loadWorkspaceSettings(options, { fileSystem });
          assertReadable(now.diagnostics);
          return now.values.enabledPlugins;
        },
      },
      trusted,
      logger,
      fileSystem,
      shell,
      ...openIndexCache(values, places),
      ...(await openRemoteRoots(values, { ...places, logger })),
      usage: createUsageStore({
        path: join(places.skillfulHome, "usage.json"),
        onDamaged: (message) => logger.log("warn", "skill: use counts are damaged", { error: message }),
      }),
    }),
    loadInstructions({ fileSystem, cwd, root }),
  ]);

  const pluginProblems = await openPluginHooks(skills.plugins, { hooks, fileSystem });
  session = skills.session({
    sessionId,
    ...(model.contextWindow !== undefined && { contextWindow: model.contextWindow }),
    ...(values.effort !== undefined && { effort: values.effort }),
  });
  const promptParts = {
    cwd,
    platform: process.platform,
    startedAt: new Date(),
    isRepository: await pathExists(join(root, ".git")),
    instructions: instructions.files,
  };
  const host: AgentHost = {
    cwd,
    logger,
    shell,
    compaction: {
      auto: values["compaction.auto"] ?? DEFAULT_COMPACTION.auto,
      threshold: values["compaction.threshold"] ?? DEFAULT_COMPACTION.threshold,
    },
    runModelStep,
    resolveModel: (name, current) => resolveModel(name, { ...models, current }),
    createGate({ tools, session: agentSession, grants, hooks: agentHooks }) {
      const ask = askThroughHooks(agentHooks, { askUser, logger });
      return createGate({
        tools,
        permissions: () => permissions.settings(grants()),
        ...(ask && { askUser: ask }),
        onTouched: agentSession.touched,
        filesNamedIn: agentSession.filesNamedIn,
        interceptors: [createHookInterceptor(agentHooks)],
        logger,
      });
    },
    askAboutSkill(outcome, { hooks: agentHooks, signal }) {
      const ask = askThroughHooks(agentHooks, { askUser, logger });
      const { mode, isAgreed } = permissions;
      return askAboutSkill(outcome, { mode, isAgreed, signal, ...(ask && { askUser: ask }) });
    },
    authorizeCommand(request, { hooks: agentHooks, signal }) {
      const ask = askThroughHooks(agentHooks, { askUser, logger });
      return authorizeCommand(request, {
        cwd,
        permissions: () => permissions.settings(skillGrants(request.skill, request.grants)),
        interceptors: [createHookInterceptor(agentHooks)],
        logger,
        signal,
        ...(ask && { askUser: ask }),
      });
    },
    loadAgentType: (name) => loadAgentType(name, { fileSystem, cwd, root, home, trusted }),
    forkPrompt: ({ hasSkills, role }) =>
      formatForkPrompt({ ...promptParts, role, ...(hasSkills && { skills: SKILLS_PROMPT }) }),
  };
  const tools = createToolset();
  const conversation = createConversation({
    host,
    runFork,
    agent: "main",
    system: formatSystemPrompt({ ...promptParts, skills: SKILLS_PROMPT }),
    session,
    tools,
    model,
    ...(values.effort !== undefined && { effort: values.effort }),
    grants: [],
    hooks,
    maxSteps: values.maxSteps ?? MAX_STEPS,
  });
  const heldBack = listHeldBack({
    settings: settings.heldBack,
    // Trust switches every skill on but remote ones, which it has no say in; the list takes a while to make.
    skills: trusted ? [] : skills.list().map(({ skill }) => skill),
    diagnostics: [...settings.diagnostics, ...skills.diagnostics],
  });
  const problems = settings.diagnostics.filter(
    ({ code }) => code !== "settings-untrusted" && code !== "untrusted-link",
  );
  return createAgentSession({
    host,
    conversation,
    hooks,
    closing,
    skills,
    skillSession: session,
    tools: tools.map(({ name }) => name),
    permissionMode: permissions.mode,
    notices: [
      ...openingNotices([...problems, ...hookDiagnostics, ...pluginProblems], instructions.notices),
      ...[noticeHeldBack(heldBack) ?? []].flat(),
    ],
    heldBack,
    sandbox,
    async describeSetup() {
      // Loaded when it is asked for: few sessions do.
      const { loadSetupReport } = await import("./load-setup-report.ts");
      const report = await loadSetupReport({ ...options, trusted });
      return options.formatSetup?.(report) ?? JSON.stringify(report, undefined, 2);
    },
    onClear: permissions.forget,
  });
}

const SILENT: Logger = { log() {} };

/** Commands never see the keys of models, also not those that the settings keep in variables of other names. */
function withheldVariables(settings: LoadedSettings): readonly string[] {
  const named = Object.values(settings.values.providers).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []);
  return [...PROVIDER_KEY_VARIABLES, ...named];
}

function openingNotices(diagnostics: readonly Diagnostic[], instructions: readonly string[]): readonly Notice[] {
  return [
    ...diagnostics.map(({ code, path, line, message, hint }): Notice => {
      const text = `${line === undefined ? path : `${path}:${line}`}: ${message}`;
      return { level: "warning", code, message: text, ...(hint !== undefined && { hint }) };
    }),
    ...instructions.map((message): Notice => ({ level: "warning", message })),
  ];
}
