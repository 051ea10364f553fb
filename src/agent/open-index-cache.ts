/** Opens the cache of what was read of skill files, in the person's own state directory, unless settings turn it off. */
import { join } from "node:path";
import type { EnginePorts } from "../engine/index.ts";
import { createIndexCache } from "../platform/index.ts";
import type { AgentPlaces } from "./agent-options.ts";
import type { SettingValues } from "./settings-schema.ts";

/** The port to hand to the engine; nothing when `skills.indexCache` is false. */
export function openIndexCache(
  values: Partial<Pick<SettingValues, "skills.indexCache">>,
  { skillfulHome }: Pick<AgentPlaces, "skillfulHome">,
): Pick<EnginePorts, "indexCache"> {
  if (values["skills.indexCache"] === false) return {};
  return { indexCache: createIndexCache({ directory: join(skillfulHome, "cache", "skills"), blocking: true }) };
}
