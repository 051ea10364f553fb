/** Searches what the model of one session may call, and says what was found in the words of the listing. */
import { formatListing } from "./listing.ts";
import { compileModelVisibility } from "./listing-entries.ts";
import type { SkillEntry } from "./session.ts";
import type { EngineSettings } from "./settings.ts";
import { createSkillSearch, type SkillSearch } from "./skill-search.ts";
import type { Skill } from "./types.ts";

export interface SessionSearchOptions {
  readonly settings: EngineSettings;
  /** The same array as long as nothing has changed. */
  entries(): readonly SkillEntry[];
  distanceOf(skill: Skill): number;
}

/** Enough to choose from, few enough to read. */
const DEFAULT_LIMIT = 10;

/** Creates the search. The index is built at the first search, and again at the first one after a change. */
export function createSessionSearch(
  options: SessionSearchOptions,
): (words: string, limit?: number) => Promise<readonly Skill[]> {
  const { settings, distanceOf } = options;
  let indexed: readonly SkillEntry[] | undefined;
  let index: Promise<SkillSearch> | undefined;
  return async (words, limit = DEFAULT_LIMIT) => {
    const entries = options.entries();
    if (index === undefined || entries !== indexed) {
      const visibilityOf = compileModelVisibility(settings);
      indexed = entries;
      index = createSkillSearch(entries.filter((entry) => visibilityOf(entry) !== "hidden").map(({ skill }) => skill));
    }
    return (await index).search(words, limit, { distanceOf });
  };
}

const LIMITS = { maxDescriptionChars: 250, budget: Number.POSITIVE_INFINITY };

/** The result of a search for the model: one line a skill, as in a listing. Pure. */
export function formatFoundSkills(words: string, found: readonly Skill[]): string {
  if (found.length === 0) return `No skill fits ${JSON.stringify(words)}.`;
  const entries = found.map(({ callName: name, description, whenToUse }) => ({
    name,
    description,
    ...(whenToUse !== undefined && { whenToUse }),
    isProtected: false,
    nameOnly: false,
  }));
  return `Skills that fit, best first:\n\n${formatListing(entries, LIMITS).lines.join("\n")}`;
}
