/** Makes a loaded skill of a definition and the place where it was found. */
import type { FoundFile } from "./scan-root.ts";
import type { LoadedSkill, SkillDefinition } from "./types.ts";

/**
 * All skills get their properties in one order, and those that every skill has in one literal: with thousands of them this
 * is several times as fast as copying whatever is there, and all later work on them is faster too.
 */
export function placeSkill(definition: SkillDefinition, file: FoundFile): LoadedSkill {
  const { root, path, directory, realPath, qualifier } = file;
  const skill: Writable<LoadedSkill> = {
    name: definition.name,
    directoryName: definition.directoryName,
    aliases: definition.aliases,
    description: definition.description,
    arguments: definition.arguments,
    context: definition.context,
    allowedTools: definition.allowedTools,
    disallowedTools: definition.disallowedTools,
    userInvocable: definition.userInvocable,
    modelInvocable: definition.modelInvocable,
    paths: definition.paths,
    shell: definition.shell,
    hasInjectedCommands: definition.hasInjectedCommands,
    extra: definition.extra,
    source: root.source,
    kind: root.kind,
    path,
    directory,
    realPath,
    qualifier,
    trusted: root.trusted,
  };
  for (const key of OPTIONAL_KEYS) copyIfPresent(skill, definition, key);
  if (root.pluginRoot !== undefined) skill.pluginRoot = root.pluginRoot;
  if (root.pluginData !== undefined) skill.pluginData = root.pluginData;
  return skill;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

type OptionalKey = {
  [Key in keyof SkillDefinition]-?: object extends Pick<SkillDefinition, Key> ? Key : never;
}[keyof SkillDefinition];

/** By key, so that the compiler misses one that is added to the type. */
const OPTIONAL: Readonly<Record<OptionalKey, true>> = {
  displayName: true,
  whenToUse: true,
  argumentHint: true,
  agent: true,
  model: true,
  effort: true,
  hooks: true,
  license: true,
  compatibility: true,
  metadata: true,
};
export const OPTIONAL_KEYS = Object.keys(OPTIONAL) as readonly OptionalKey[];

function copyIfPresent<Key extends OptionalKey>(to: Writable<LoadedSkill>, from: SkillDefinition, key: Key): void {
  const value = from[key];
  if (value !== undefined) to[key] = value as Writable<LoadedSkill>[Key];
}
