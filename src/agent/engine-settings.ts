/** Hands the engine its part of the effective settings. */
import type { EngineSettingsInput } from "../engine/index.ts";
import type { MergedSettings } from "./merge-settings.ts";
import { listSourcedRules } from "./sourced-rules.ts";

/** A setting that no file mentions is left out, so that the engine's default holds. */
export function toEngineSettings(settings: MergedSettings): EngineSettingsInput {
  const { values } = settings;
  const precedence = values["skills.precedence"];
  return {
    skills: {
      ...present("bundled", values["skills.bundled"]),
      ...(precedence.length > 0 && { precedence }),
      ...present("modelInvocation", values["skills.modelInvocation"]),
      ...present("inlineTools", values["skills.inlineTools"]),
      ...present("filesFromShell", values["skills.filesFromShell"]),
      overrides: values["skills.overrides"],
      features: values["skills.features"],
    },
    listing: {
      ...present("maxDescriptionChars", values["listing.maxDescriptionChars"]),
      ...present("budget", values["listing.budget"]),
    },
    permissions: listSourcedRules(settings),
    plugins: { enabled: values.enabledPlugins },
  };
}

function present<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: T });
}
