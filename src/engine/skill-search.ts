/** Ranked full-text search over skills, for when there are more than a listing can name. */
import type { Skill } from "./types.ts";

export interface SkillSearch {
  /**
   * The best matches, best first; of matches that are about as good the nearest, of equal ones the first given. Empty for a
   * query without words.
   */
  search(query: string, limit: number, options?: SearchOptions): readonly Skill[];
}

export interface SearchOptions {
  /** How far a skill is from the work at hand; infinite or absent: nowhere near. */
  distanceOf?(skill: Skill): number;
}

/** A match in the name says more about what a skill is for than one in its description. */
const BOOST = { name: 4, aliases: 3, whenToUse: 1.5, description: 1, qualifier: 1 } as const;

/**
 * Indexes the skills given. The search library is loaded on first use, because most sessions never search. Words are
 * runs of letters and digits of any script, compared without case; prefixes and small typing errors match.
 */
export async function createSkillSearch(skills: readonly Skill[]): Promise<SkillSearch> {
  const { default: MiniSearch } = await import("minisearch");
  const index = new MiniSearch<{ id: number } & Record<keyof typeof BOOST, string>>({
    fields: Object.keys(BOOST),
    tokenize: words,
    processTerm: (term) => term.toLowerCase(),
  });
  index.addAll(
    skills.map((skill, id) => ({
      id,
      // Apart, so that of skills of one name none fits its name less for standing deeper.
      name: skill.name,
      qualifier: skill.callName === skill.name ? "" : skill.qualifier,
      aliases: skill.aliases.join(" "),
      description: skill.description,
      whenToUse: skill.whenToUse ?? "",
    })),
  );
  return {
    search(query, limit, { distanceOf = () => Number.POSITIVE_INFINITY } = {}) {
      const matches = index
        .search(query, {
          boost: BOOST,
          prefix: (term) => term.length > 2,
          fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        })
        .flatMap(({ id, score }) => {
          const skill = skills[id as number];
          return skill === undefined ? [] : { skill, id: id as number, score, distance: distanceOf(skill) };
        });
      const lift = compileLift(matches.map(({ distance }) => distance));
      return matches
        .map((match) => ({ ...match, score: match.score * lift(match.distance) }))
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit)
        .map(({ skill }) => skill);
    },
  };
}

/** The nearest match counts that much more; enough to choose among skills of one name, too little to beat a better fit. */
const NEAREST_LIFT = 0.25;

/** By distance: the nearest of these gets the whole lift, the next nearest half of it, the third a third. */
function compileLift(distances: readonly number[]): (distance: number) => number {
  const finite = [...new Set(distances)].filter(Number.isFinite).sort((a, b) => a - b);
  const lifts = new Map(finite.map((distance, rank) => [distance, 1 + NEAREST_LIFT / (rank + 1)]));
  return (distance) => lifts.get(distance) ?? 1;
}

/** Splits at everything that is no letter or digit, so that `react-helper` is two words. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
