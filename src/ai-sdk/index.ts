/** The adapter for people with their own loop on the AI SDK: skills as tools and a `prepareStep`. */
export {
  type AskUser,
  createSkillKit,
  type PreparedStep,
  type SkillKit,
  type SkillKitOptions,
  type UserTurn,
} from "./skill-kit.ts";
export { type TouchedPaths, touching } from "./touching.ts";
