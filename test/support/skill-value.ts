/** Skills as values, for tests of what comes after loading: every field of its default unless given. */
import type { LoadedSkill, Skill, SkillDefinition } from "../../src/engine/index.ts";

/** What a file with this name and nothing else says. `parse-skill.test.ts` holds the parser to these defaults. */
export function definitionOf(name: string, fields: Partial<SkillDefinition> = {}): SkillDefinition {
  return {
    name,
    directoryName: name,
    aliases: [],
    description: "A skill for tests.",
    arguments: [],
    context: "inline",
    allowedTools: [],
    disallowedTools: [],
    userInvocable: true,
    modelInvocable: true,
    paths: [],
    shell: "bash",
    hasInjectedCommands: false,
    extra: {},
    ...fields,
  };
}

/** A trusted skill of the project; its place follows from its qualifier and directory name unless given. */
export function loadedSkillOf(name: string, fields: Partial<LoadedSkill> = {}): LoadedSkill {
  const { source = "project", qualifier = source, directoryName = name } = fields;
  const directory = `/${qualifier}/${directoryName}`;
  return {
    ...definitionOf(name),
    source,
    kind: "skill",
    path: `${directory}/SKILL.md`,
    directory,
    realPath: `${directory}/SKILL.md`,
    qualifier,
    trusted: true,
    ...fields,
  };
}

/** The same with its names decided: it owns its bare name. */
export function skillOf(name: string, fields: Partial<Skill> = {}): Skill {
  const loaded = loadedSkillOf(name, fields);
  return { ...loaded, qualifiedName: `${loaded.qualifier}:${name}`, callName: name, ...fields };
}
