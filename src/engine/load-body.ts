/** Reads a skill's file again when it is invoked: bodies are not kept, and an edit counts at once. */

import { errorCode } from "./error-code.ts";
import { formatDiagnostic } from "./format-diagnostic.ts";
import { messageOf } from "./message-of.ts";
import { MAX_SKILL_BYTES, parseSkill } from "./parse-skill.ts";
import type { FileSystem, InMemorySkill } from "./ports.ts";
import type { Skill } from "./types.ts";

export type LoadedBody =
  | {
      readonly kind: "body";
      /** The skill with the fields that its file has now; names stay those of the registry. */
      readonly skill: Skill;
      readonly body: string;
      /** True when code computed the body: it is final, and holds no placeholders. */
      readonly isComputed: boolean;
    }
  | { readonly kind: "failed"; readonly message: string };

export interface BodySources {
  readonly fileSystem: FileSystem;
  /** Skills without a file, by path. */
  readonly inMemory: ReadonlyMap<string, InMemorySkill>;
}

/** Loads the body. Never rejects: a file that has gone or is broken by now is a failure that says so. */
export async function loadBody(
  skill: Skill,
  input: { readonly args: string; readonly cwd: string; readonly signal?: AbortSignal },
  { fileSystem, inMemory }: BodySources,
): Promise<LoadedBody> {
  const compiled = inMemory.get(skill.path);
  if (compiled?.prompt !== undefined) {
    try {
      return { kind: "body", skill, body: await compiled.prompt(input), isComputed: true };
    } catch (error) {
      return failed(skill, `its prompt could not be computed: ${messageOf(error)}`);
    }
  }
  if (compiled !== undefined) return parseBody(skill, new TextEncoder().encode(compiled.text), input.cwd);
  try {
    // A link that was put in the file's place since it was loaded would lead past the checks made then.
    const realPath = await fileSystem.realPath(skill.realPath);
    if (realPath !== skill.realPath) return failed(skill, `${skill.path} now leads to ${realPath}; reload the skills`);
    return parseBody(skill, await fileSystem.readFile(realPath, { maxBytes: MAX_SKILL_BYTES }), input.cwd);
  } catch (error) {
    return failed(skill, `${skill.path} cannot be read any more (${errorCode(error)})`);
  }
}

function parseBody(skill: Skill, bytes: Uint8Array, cwd: string): LoadedBody {
  const { path, directoryName, kind } = skill;
  const parsed = parseSkill({ bytes, path, directoryName, kind });
  switch (parsed.kind) {
    case "refused": {
      const fault = parsed.diagnostics.find(({ severity }) => severity === "error") ?? parsed.diagnostics[0];
      return failed(
        skill,
        `its file is broken now.${fault === undefined ? "" : `\n${formatDiagnostic(fault, { cwd })}`}`,
      );
    }
    case "skill": {
      // Names and conditions are the registry's until the next reload.
      const {
        name: _,
        aliases: __,
        paths: ___,
        directoryName: ____,
        displayName: _____,
        ...fields
      } = parsed.definition;
      return { kind: "body", skill: { ...skill, ...fields }, body: parsed.body, isComputed: false };
    }
    default:
      return parsed satisfies never;
  }
}

function failed(skill: Skill, reason: string): LoadedBody {
  return { kind: "failed", message: `skill "${skill.callName}" failed: ${reason}` };
}
