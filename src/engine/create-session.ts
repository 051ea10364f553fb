/** Creates one conversation's view of the skills: what was told, what is active, what may be called. */
import { dirname, join } from "node:path";
import { type ActivationContext, activateFiles } from "./activate-files.ts";
import { completeSkills } from "./complete-skills.ts";
import { type InvocationContext, invokeSkill } from "./invoke-skill.ts";
import { type ListingCut, resolveListingBudget } from "./listing.ts";
import { listingEntries } from "./listing-entries.ts";
import { createListingState, type ListingUpdate } from "./listing-state.ts";
import { findNestedRoots } from "./nested.ts";
import type { SessionOptions, SessionState, SkillEntry, SkillSession, TouchResult } from "./session.ts";
import { createSkillView } from "./skill-view.ts";
import { skillVisibility } from "./skill-visibility.ts";
import type { Diagnostic, Effort, Skill } from "./types.ts";

/** What sessions of one engine share. */
export interface SessionHost
  extends Omit<ActivationContext, "view">,
    Pick<InvocationContext, "settings" | "sources" | "shell" | "authorizeCommand"> {
  newId(): string;
}

/** What a fork inherits. */
interface Inheritance {
  readonly roots: readonly string[];
  readonly activated: readonly string[];
  /** The parent's own: what the person agrees to in a fork holds for the whole session. */
  readonly grants: Set<string>;
  /** Paths of the skills on the way here, outermost first. */
  readonly ancestors: readonly string[];
}

/** Creates a session. */
export function createSession(options: SessionOptions, host: SessionHost): SkillSession {
  return openSession(options, host);
}

function openSession(options: SessionOptions, host: SessionHost, parent?: Inheritance): SkillSession {
  const { catalog, settings, logger } = host;
  const { state, contextWindow, effort, agentId = "main" } = options;
  const id = options.sessionId ?? host.newId();
  const grants = parent?.grants ?? new Set(state?.grants);
  const ancestors = parent?.ancestors ?? [];
  const view = createSkillView({
    catalog,
    settings,
    roots: parent?.roots ?? [],
    activated: parent?.activated ?? state?.activated ?? [],
  });
  const listingState = createListingState(parent === undefined ? state?.announced : undefined);
  const limits = {
    maxDescriptionChars: settings.listing.maxDescriptionChars,
    budget: resolveListingBudget(settings.listing.budget, contextWindow),
  };
  let cut: ListingCut | undefined;
  let told: readonly SkillEntry[] | undefined;
  let forks = 0;
  /** Work on files, one piece after the other: parallel tool calls must not discover a root twice. */
  let lastWork: Promise<unknown> = Promise.resolve();
  let isRestoring = false;

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const done = lastWork.then(work);
    lastWork = done.catch(() => undefined);
    return done;
  };

  const take = (update: ListingUpdate | undefined): string | undefined => {
    if (update === undefined) return undefined;
    const { shortened, namesOnly, unlisted, characters } = update.cut;
    if (shortened + namesOnly + unlisted > 0) {
      cut = update.cut;
      logger.log("warn", "skill: listing cut", { shortened, names_only: namesOnly, unlisted, characters });
    }
    return update.reminder;
  };

  const restoreRoots = async (roots: readonly string[]): Promise<void> => {
    for (const root of roots) {
      // Looked for as if a file there were touched: a saved path alone must not make a directory a root.
      const file = join(dirname(dirname(root)), "file");
      const { cwd, trusted, fileSystem: fs, ignoreChecker } = host;
      const { roots: planned, projectRoot } = catalog.current();
      const seenRoots = new Set([...planned, ...view.roots()]);
      const context = { cwd, fs, trusted, projectRoot, seenRoots, ...(ignoreChecker && { ignoreChecker }) };
      const found = (await findNestedRoots(file, context)).filter(({ path }) => path === root);
      await catalog.addNested(found);
      view.addRoots(found.map(({ path }) => path));
    }
  };
  const savedRoots = parent === undefined ? (state?.nestedRoots ?? []) : [];
  if (savedRoots.length > 0) {
    isRestoring = true;
    void enqueue(async () => {
      await restoreRoots(savedRoots);
      isRestoring = false;
    });
  }

  const openFork = (skill: Skill): SkillSession => {
    forks += 1;
    return openSession(
      {
        sessionId: id,
        agentId: `${agentId}/${skill.callName}#${forks}`,
        ...(contextWindow !== undefined && { contextWindow }),
        ...forkEffort(skill, effort),
      },
      host,
      { roots: view.roots(), activated: view.activated(), grants, ancestors: [...ancestors, skill.path] },
    );
  };

  const touch = async (paths: readonly string[]): Promise<TouchResult> => {
    const { discovered, activated } = await activateFiles(paths, { ...host, view });
    const news = new Set([...discovered, ...activated]);
    if (news.size === 0) return { discovered, activated };
    const entries = view.entries().filter(({ skill }) => news.has(skill));
    const reminder = take(listingState.announce(listingEntries(entries, settings), limits));
    return { discovered, activated, ...(reminder !== undefined && { reminder }) };
  };

  const session: SkillSession = {
    id,
    agentId,
    ready: async () => {
      await lastWork;
    },
    listing() {
      const entries = view.entries();
      // Nothing has changed since; with very many skills that is worth knowing.
      if (entries === told) return undefined;
      told = isRestoring ? undefined : entries;
      return take(listingState.next(listingEntries(entries, settings), limits, { isPartial: isRestoring }));
    },
    async touched(paths) {
      if (parent !== undefined) return { discovered: [], activated: [] };
      try {
        return await enqueue(() => touch(paths));
      } catch (error) {
        // The tool has done its work; that skills could not be looked up must not turn it into a failure.
        const reason = error instanceof Error ? error.message : String(error);
        logger.log("error", "skill: touched files could not be looked at", { error: reason });
        return { discovered: [], activated: [] };
      }
    },
    async invoke(request) {
      await lastWork;
      request.signal?.throwIfAborted();
      const { projectRoot } = catalog.current();
      return invokeSkill(request, {
        ...host,
        view,
        projectRoot,
        sessionId: id,
        effort: effort === undefined ? undefined : String(effort),
        grants,
        ancestors,
        openFork,
      });
    },
    list: () => view.entries(),
    find(name) {
      const resolution = view.registry().resolve(name);
      if (resolution.kind !== "found") return undefined;
      return { skill: resolution.skill, state: view.state(resolution.skill) };
    },
    complete(prefix) {
      const offered = view
        .entries()
        .filter((entry) => entry.state === "active" && skillVisibility(entry.skill, settings).user)
        .map(({ skill }) => skill);
      return completeSkills(offered, prefix);
    },
    diagnostics: () => [
      ...view.diagnostics(),
      ...(cut === undefined ? [] : [diagnoseCut(cut, { path: host.cwd, budget: limits.budget })]),
    ],
    reset(kind) {
      told = undefined;
      cut = undefined;
      listingState.reset();
      switch (kind) {
        case "clear":
          view.clear();
          grants.clear();
          break;
        case "compacted":
          break;
        default:
          kind satisfies never;
      }
    },
    save(): SessionState {
      return {
        version: 1,
        activated: view.activated(),
        nestedRoots: view.roots(),
        announced: listingState.save(),
        grants: [...grants],
      };
    },
  };
  return session;
}

/** A fork works with the effort that its skill asks for. */
function forkEffort(skill: Skill, effort: Effort | undefined): { readonly effort?: Effort } {
  const own = skill.effort ?? effort;
  return own === undefined ? {} : { effort: own };
}

function diagnoseCut(
  cut: ListingCut,
  { path, budget }: { readonly path: string; readonly budget: number },
): Diagnostic {
  const parts = [
    ...(cut.shortened > 0 ? [`${cut.shortened} shortened`] : []),
    ...(cut.namesOnly > 0 ? [`${cut.namesOnly} by name only`] : []),
    ...(cut.unlisted > 0 ? [`${cut.unlisted} not listed`] : []),
  ];
  const left = cut.characters > 0 ? ` ${cut.characters} characters of descriptions were left out.` : "";
  return {
    code: "listing-cut",
    severity: "warning",
    path,
    message: `The list of skills does not fit in ${budget} characters: ${parts.join(", ")}.${left}`,
    hint: "Raise listing.budget, shorten descriptions, or switch skills off with skills.overrides.",
  };
}
