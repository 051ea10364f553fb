/** Says how a root of skills is watched: no further than it is searched. */
import type { WatchedSkills } from "./ports.ts";
import { linkBoundary, type SkillRoot } from "./sources.ts";

export function watchedRoot(root: SkillRoot): WatchedSkills {
  const confinedTo = linkBoundary(root);
  return { kind: "skills", path: root.path, ...(confinedTo !== undefined && { confinedTo }) };
}
