/** Loads the skills that an embedder keeps elsewhere than in files: with all others, and again at each reload. */

import { untilAborted } from "./abort.ts";
import { messageOf } from "./message-of.ts";
import type { CustomSource, InMemorySkill, Logger } from "./ports.ts";
import type { Diagnostic } from "./types.ts";

export interface CustomSkills {
  readonly skills: readonly InMemorySkill[];
  /** One for each source that could not be loaded. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the function that loads all sources, side by side; the result stands in their order. A source that fails keeps
 * what it held before, and costs a diagnostic. Rejects only when the signal aborts.
 */
export function createCustomSources(
  sources: readonly CustomSource[],
  logger: Logger,
): (signal?: AbortSignal) => Promise<CustomSkills> {
  const known = new Map<CustomSource, readonly InMemorySkill[]>();
  return async (signal) => {
    const loads = await Promise.all(
      sources.map(async (source): Promise<CustomSkills> => {
        try {
          const skills = await untilAborted(() => source.load({ ...(signal && { signal }) }), signal);
          return { skills, diagnostics: [] };
        } catch (error) {
          signal?.throwIfAborted();
          const reason = messageOf(error);
          logger.log("warn", "skill: a source could not be loaded", { source: source.name, error: reason });
          const kept = known.get(source) ?? [];
          return { skills: kept, diagnostics: [unreadableSource(source.name, reason, kept.length)] };
        }
      }),
    );
    // Only once all are there: a load that is aborted changes nothing.
    for (const [index, source] of sources.entries()) known.set(source, loads[index]?.skills ?? []);
    return {
      skills: loads.flatMap(({ skills }) => skills),
      diagnostics: loads.flatMap(({ diagnostics }) => diagnostics),
    };
  };
}

function unreadableSource(name: string, reason: string, kept: number): Diagnostic {
  const consequence =
    kept === 0 ? "none of its skills are there" : "its skills stay as they were when it was loaded last";
  return {
    code: "unreadable-source",
    severity: "error",
    path: `custom:${name}`,
    message: `The source ${name} cannot be loaded, so ${consequence}: ${reason}`,
    hint: "Mend what it reads from, then reload the skills.",
  };
}
