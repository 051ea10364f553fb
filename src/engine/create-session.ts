/** Creates one conversation's view of the skills: what was told, what is active, what may be called. */

import { dirname, join } from "node:path";
import { untilAborted } from "./abort.ts";
import { type ActivationContext, activateFiles, discoverRoots, locateFile } from "./activate-files.ts";
import { completeSkills } from "./complete-skills.ts";
import { compileForbidding } from "./decide-skill.ts";
import { createFilesAtHand } from "./files-at-hand.ts";
import { type InvocationContext, invokeSkill } from "./invoke-skill.ts";
import { resolveListingBudget } from "./listing.ts";
import { messageOf } from "./message-of.ts";
import { findNamedFiles } from "./named-files.ts";
import { putBackLimits } from "./put-back-skills.ts";
import type { SessionOptions, SessionState, SkillSession, TouchResult } from "./session.ts";
import { createSessionListing } from "./session-listing.ts";
import { createSessionSearch } from "./session-search.ts";
import { createSkillView, type SkillView } from "./skill-view.ts";
import { skillVisibility } from "./skill-visibility.ts";
import { createSkillsInUse } from "./skills-in-use.ts";
import type { Skill } from "./types.ts";
import type { UsageLedger } from "./usage-ledger.ts";

/** What sessions of one engine share. */
export interface SessionHost
  extends Omit<ActivationContext, "view">,
    Pick<InvocationContext, "settings" | "sources" | "shell" | "authorizeCommand"> {
  readonly usage: UsageLedger;
  newId(): string;
}

/** What a fork inherits. */
interface Inheritance {
  readonly roots: readonly string[];
  readonly activated: readonly string[];
  /** Directories of the files at hand. */
  readonly atHand: readonly string[];
  /** The parent's own: what the person agrees to in a fork holds for the whole session. */
  readonly grants: Set<string>;
  /** Paths of the skills on the way here, outermost first. */
  readonly ancestors: readonly string[];
}

const NOTHING_TOUCHED: TouchResult = { discovered: [], activated: [] };

/** Creates a session. Forks are created by invoking a skill. */
export function createSession(options: SessionOptions, host: SessionHost): SkillSession {
  return openSession(options, host, undefined);
}

function openSession(options: SessionOptions, host: SessionHost, parent: Inheritance | undefined): SkillSession {
  const { catalog, settings, logger, cwd, usage } = host;
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
  const atHand = createFilesAtHand(cwd, parent?.atHand);
  const { maxDescriptionChars } = settings.listing;
  const listing = createSessionListing({
    settings,
    limits: { maxDescriptionChars, budget: resolveListingBudget(settings.listing.budget, contextWindow) },
    logger,
    cwd,
    weightOf: usage.weight,
    distanceOf: atHand.distance,
    ...(state !== undefined && { saved: state.announced }),
  });
  const inUse = createSkillsInUse(putBackLimits(contextWindow), state?.inUse);
  const search = createSessionSearch({ entries: view.entries, settings, distanceOf: atHand.distance });
  const files = createQueue();
  let isRestoring = false;
  let forks = 0;

  if (state !== undefined && state.nestedRoots.length > 0) {
    isRestoring = true;
    void files.run(async () => {
      try {
        await restoreRoots(state.nestedRoots, view, host);
      } catch (error) {
        logger.log("error", "skill: nested roots could not be restored", { error: messageOf(error) });
      } finally {
        isRestoring = false;
      }
    });
  }

  const touch = async (paths: readonly string[], signal: AbortSignal | undefined): Promise<TouchResult> => {
    signal?.throwIfAborted();
    atHand.note(paths);
    const { discovered, activated } = await activateFiles(paths, { ...host, view });
    const news = new Set([...discovered, ...activated]);
    if (news.size === 0) return NOTHING_TOUCHED;
    // A reminder that nobody waits for any more would be lost: the next listing tells it.
    signal?.throwIfAborted();
    const reminder = listing.announce(view.entries().filter(({ skill }) => news.has(skill)));
    return { discovered, activated, ...(reminder !== undefined && { reminder }) };
  };

  const openFork = (skill: Skill): SkillSession => {
    forks += 1;
    const inherited = { roots: view.roots(), activated: view.activated(), atHand: atHand.directories(), grants };
    const own = skill.effort ?? effort;
    return openSession(
      {
        sessionId: id,
        agentId: `${agentId}/${skill.callName}#${forks}`,
        ...(contextWindow !== undefined && { contextWindow }),
        ...(own !== undefined && { effort: own }),
      },
      host,
      { ...inherited, ancestors: [...ancestors, skill.path] },
    );
  };

  return {
    id,
    agentId,
    ready: ({ signal } = {}) => untilAborted(files.idle, signal),
    listing: () => listing.next(view.entries(), { isPartial: isRestoring }),
    async touched(paths, _kind, { signal } = {}) {
      signal?.throwIfAborted();
      if (parent !== undefined) return NOTHING_TOUCHED;
      try {
        return await untilAborted(() => files.run(() => touch(paths, signal)), signal);
      } catch (error) {
        signal?.throwIfAborted();
        // The tool has done its work; that skills could not be looked up must not turn it into a failure.
        logger.log("error", "skill: touched files could not be looked at", { error: messageOf(error) });
        return NOTHING_TOUCHED;
      }
    },
    async filesNamedIn(output, { signal } = {}) {
      signal?.throwIfAborted();
      if (parent !== undefined || !settings.skills.filesFromShell) return [];
      return untilAborted(() => findNamedFiles(output, host), signal);
    },
    async invoke(request) {
      await untilAborted(files.idle, request.signal);
      const outcome = await invokeSkill(request, {
        ...host,
        view,
        projectRoot: catalog.current().projectRoot,
        sessionId: id,
        effort,
        grants,
        ancestors,
        openFork,
      });
      return usage.counted(outcome);
    },
    place: inUse.place,
    compactionText: inUse.putBack,
    list: () => view.entries(),
    listByUse: () => usage.rank(view.entries(), ({ skill }) => skill),
    find(name) {
      const resolution = view.registry().resolve(name);
      if (resolution.kind !== "found") return undefined;
      return { skill: resolution.skill, state: view.state(resolution.skill) };
    },
    async search(words, limit, { signal } = {}) {
      await untilAborted(files.idle, signal);
      return untilAborted(() => search(words, limit), signal);
    },
    complete(prefix) {
      const denyingRule = compileForbidding(settings.permissions.deny);
      const offered = view.entries().flatMap(({ skill, state }) => {
        const isOffered = state === "active" && skillVisibility(skill, settings).user;
        return isOffered && denyingRule(skill) === undefined ? skill : [];
      });
      return completeSkills(
        usage.rank(offered, (skill) => skill),
        prefix,
      );
    },
    listingUse: () => listing.measure(view.entries()),
    diagnostics: () => [...view.diagnostics(), ...listing.diagnostics()],
    reset(kind) {
      listing.reset();
      switch (kind) {
        case "clear":
          inUse.clear();
          // A fork has nothing of its own but its listing and its texts: the rest is its parent's.
          if (parent !== undefined) break;
          view.clear();
          atHand.clear();
          grants.clear();
          break;
        case "compacted":
          inUse.compacted();
          break;
        default:
          kind satisfies never;
      }
    },
    save: (): SessionState => ({
      version: 1,
      activated: view.activated(),
      nestedRoots: view.roots(),
      announced: listing.save(),
      grants: [...grants],
      inUse: inUse.save(),
    }),
  };
}

/** Runs work on files one piece after the other: parallel tool calls must not find a root twice. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
    /** Resolves when everything that was put in so far is done. */
    idle: async (): Promise<void> => {
      await last;
    },
  };
}

async function restoreRoots(saved: readonly string[], view: SkillView, host: SessionHost): Promise<void> {
  for (const root of saved) {
    // Looked for as if a file there were touched: a saved path alone must not make a directory a root.
    const file = await locateFile(join(dirname(dirname(root)), "file"), host);
    const { added } = await discoverRoots([file], new Set([...host.catalog.current().roots, ...view.roots()]), host);
    view.addRoots(added.filter((path) => path === root));
  }
}
