/** Searches the skills that the model may call, for when a listing could not name them all. */
import { createSkillSearch, type Skill, type SkillSearch, type SkillSession } from "../engine/index.ts";

/** Enough to choose from, few enough to read. */
const LIMIT = 10;

/** Creates the search over one session's skills. The index is built at the first search and again only after a change. */
export function createSkillFinder(session: Pick<SkillSession, "list">): (words: string) => Promise<readonly Skill[]> {
  let indexed: readonly Skill[] = [];
  let index: Promise<SkillSearch> | undefined;
  return async (words) => {
    const skills = session
      .list()
      .flatMap(({ skill, state }) => (state === "active" && skill.modelInvocable ? skill : []));
    const isCurrent = skills.length === indexed.length && skills.every((skill, at) => skill === indexed[at]);
    if (index === undefined || !isCurrent) {
      indexed = skills;
      index = createSkillSearch(skills);
    }
    return (await index).search(words, LIMIT);
  };
}
