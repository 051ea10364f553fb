/** Near names, for the agent's own messages; the engine decides what is near. */
export { nearNames } from "../engine/index.ts";
