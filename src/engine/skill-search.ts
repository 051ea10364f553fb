/** Ranked full-text search over skills, for when there are more than a listing can name. */
import type { Skill } from "./types.ts";

export interface SkillSearch {
  /** The best matches, best first; equal ones in the order they were given. Empty for a query without words. */
  search(query: string, limit: number): readonly Skill[];
}

/** A match in the name says more about what a skill is for than one in its description. */
const BOOST = { name: 4, aliases: 3, whenToUse: 1.5, description: 1 } as const;

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
      name: skill.callName,
      aliases: skill.aliases.join(" "),
      description: skill.description,
      whenToUse: skill.whenToUse ?? "",
    })),
  );
  return {
    search(query, limit) {
      return index
        .search(query, {
          boost: BOOST,
          prefix: (term) => term.length > 2,
          fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        })
        .sort((a, b) => b.score - a.score || (a.id as number) - (b.id as number))
        .slice(0, limit)
        .flatMap((match) => skills[match.id as number] ?? []);
    },
  };
}

/** Splits at everything that is no letter or digit, so that `react-helper` is two words. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
