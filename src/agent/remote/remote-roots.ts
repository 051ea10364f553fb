/** Hands the skills of remote origins to the engine: text only, each until the person has approved it as it is. */
import type { SkillRoot } from "../../engine/index.ts";
import { isApproved, type RemoteState, type StoredSkill } from "./remote-state.ts";

/** One root for each skill, in the order of the origins. Skills of origins that are not named any more are not there. */
export function remoteRoots(origins: readonly string[], state: RemoteState): readonly SkillRoot[] {
  return origins.flatMap((origin) =>
    (state.origins[origin] ?? []).map((skill) =>
      remoteRoot(skill, { qualifier: new URL(origin).host, approved: isApproved(state, origin, skill) }),
    ),
  );
}

export function remoteRoot(
  { directory, name }: Pick<StoredSkill, "directory" | "name">,
  { qualifier, approved }: { readonly qualifier: string; readonly approved: boolean },
): SkillRoot {
  const place = { path: directory, confinedTo: directory, ownSkill: name };
  return { ...place, source: "remote", kind: "skill", qualifier, trusted: approved };
}
