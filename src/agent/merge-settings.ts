/** Combines the layers of settings into one effective value for each key, and remembers where each value came from. */
import type { SettingEntry } from "./parse-settings.ts";
import { SETTING_KEYS, SETTINGS, type SettingKey, type SettingValues } from "./settings-schema.ts";

export interface MergedSettings {
  readonly values: SettingValues;
  /** The entries that count, with their origin, grouped by key in the order of the settings table. */
  readonly entries: readonly SettingEntry[];
  /** The entries that do not count because a higher one says the same or has their place, in the order given. */
  readonly overridden: readonly OverriddenEntry[];
}

export interface OverriddenEntry {
  readonly entry: SettingEntry;
  /** The one that counts. */
  readonly by: SettingEntry;
}

/** Merges entries given highest level first. Scalars: the first wins. Lists join without doubles. Records join by key. */
export function mergeSettings(entries: readonly SettingEntry[]): MergedSettings {
  const byKey = new Map<SettingKey, SettingEntry[]>();
  for (const key of SETTING_KEYS) byKey.set(key, []);
  const seen = new Map<string, SettingEntry>();
  const overridden: OverriddenEntry[] = [];
  for (const entry of entries) {
    const identity = identityOf(entry);
    const by = seen.get(identity);
    if (by !== undefined) {
      overridden.push({ entry, by });
      continue;
    }
    seen.set(identity, entry);
    byKey.get(entry.key)?.push(entry);
  }
  const values = Object.fromEntries([...byKey].map(([key, winners]) => [key, effectiveValue(key, winners)]));
  // The table's schemas have checked every entry, and `effectiveValue` follows the same table as the type.
  return { values: values as unknown as SettingValues, entries: [...byKey.values()].flat(), overridden };
}

/** Two entries with one identity say the same or compete for one place; the first, higher one counts. */
function identityOf(entry: SettingEntry): string {
  const { merge } = SETTINGS[entry.key];
  switch (merge) {
    case "value":
      return entry.key;
    case "record":
      return JSON.stringify([entry.key, entry.name]);
    case "list":
    case "lists":
      return JSON.stringify([entry.key, entry.name ?? "", entry.value]);
    default:
      return merge satisfies never;
  }
}

function effectiveValue(key: SettingKey, winners: readonly SettingEntry[]): unknown {
  const { merge } = SETTINGS[key];
  switch (merge) {
    case "value":
      return winners[0]?.value;
    case "list":
      return winners.map((entry) => entry.value);
    case "record":
      return Object.fromEntries(winners.map((entry) => [entry.name ?? "", entry.value]));
    case "lists": {
      const names = [...new Set(winners.map((entry) => entry.name ?? ""))];
      return Object.fromEntries(
        names.map((name) => [name, winners.filter((entry) => entry.name === name).map((entry) => entry.value)]),
      );
    }
    default:
      return merge satisfies never;
  }
}
