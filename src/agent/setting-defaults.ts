/** What holds where no file, flag or variable says anything, as far as a plain value says it. */
import { resolveEngineSettings } from "../engine/index.ts";
import { MAX_STEPS } from "./agent-options.ts";
import { DEFAULT_COMPACTION } from "./compaction/index.ts";
import { DEFAULT_PERMISSION_MODE, SETTING_KEYS, type SettingKey } from "./settings-schema.ts";

/** By key, in the order of the settings table. Lists and records are empty by default and left out. */
export function listSettingDefaults(): ReadonlyMap<SettingKey, unknown> {
  const { skills, listing } = resolveEngineSettings();
  const known = new Map<string, unknown>([
    ["maxSteps", MAX_STEPS],
    ["permissions.defaultMode", DEFAULT_PERMISSION_MODE],
    ...Object.entries(DEFAULT_COMPACTION).map(([name, value]) => [`compaction.${name}`, value] as const),
    ...Object.entries(skills).map(([name, value]) => [`skills.${name}`, value] as const),
    ...Object.entries(listing).map(([name, value]) => [`listing.${name}`, value] as const),
  ]);
  const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  return new Map(SETTING_KEYS.flatMap((key) => (isPlain(known.get(key)) ? [[key, known.get(key)]] : [])));
}
