/** Skills of remote origins (experimental): fetched when the person says so, never by a session. */
import { type FileSystem, loadRoots, SkillfulError } from "../../engine/index.ts";
import { toHeldBackSkill } from "../held-back.ts";
import { remoteRoot } from "./remote-roots.ts";
import { isApproved, openRemoteState, type StoredSkill } from "./remote-state.ts";
import { type OriginUpdate, removeOldVersions, updateOrigin } from "./update-origin.ts";

export interface RemoteSkill extends StoredSkill {
  readonly origin: string;
  readonly approved: boolean;
}

export interface RemoteSkills {
  /** Of the origins given, as they were fetched last. */
  list(origins: readonly string[]): Promise<readonly RemoteSkill[]>;
  /** Rejects with `SkillfulError` (`io`) when the origin has no usable index; what was there stays. */
  update(origin: string, options?: { readonly signal?: AbortSignal }): Promise<OriginUpdate>;
  /** What an approval switches on, each in words that follow the name, such as `registers hooks`. */
  gains(skill: RemoteSkill): Promise<readonly string[]>;
  /** Lets exactly these bytes of the skill run, hook and grant. */
  approve(skill: RemoteSkill): Promise<void>;
  /** Takes approvals of the skill back, whatever their bytes; false when there was none. */
  revoke(skill: Pick<RemoteSkill, "origin" | "name">): Promise<boolean>;
}

export function createRemoteSkills(options: {
  readonly skillfulHome: string;
  readonly fileSystem: FileSystem;
  /** Told when the state cannot be understood; it then counts as empty. */
  readonly onDamaged?: (message: string) => void;
}): RemoteSkills {
  const { skillfulHome, fileSystem, onDamaged } = options;
  const file = openRemoteState({ skillfulHome, ...(onDamaged && { onDamaged }) });
  return {
    async list(origins) {
      const state = await file.read();
      return origins.flatMap((origin) =>
        (state.origins[origin] ?? []).map((skill) => ({
          ...skill,
          origin,
          approved: isApproved(state, origin, skill),
        })),
      );
    },
    async update(origin, { signal } = {}) {
      const known = (await file.read()).origins[origin] ?? [];
      const update = await updateOrigin(origin, { skillfulHome, fileSystem, known, ...(signal && { signal }) });
      await file.update((state) => ({ ...state, origins: { ...state.origins, [origin]: update.skills } }));
      // The version before this one stays for the sessions that have it.
      await removeOldVersions(origin, { skillfulHome, keep: [...known, ...update.skills] });
      return update;
    },
    async gains(skill) {
      const root = remoteRoot(skill, { qualifier: "remote", approved: false });
      const { skills } = await loadRoots([root], { fs: fileSystem });
      return skills.flatMap((loaded) => toHeldBackSkill(loaded, skill.name)).flatMap(({ does }) => does);
    },
    async approve({ origin, name, digest }) {
      await file.update((state) => {
        const skill = state.origins[origin]?.find((each) => each.name === name);
        if (skill?.digest !== digest) {
          throw new SkillfulError("usage", `the skill ${name} of ${origin} has changed in the meantime`, {
            hint: "Look at it again, then approve it.",
          });
        }
        const others = state.approvals.filter((each) => each.origin !== origin || each.name !== name);
        return { ...state, approvals: [...others, { origin, name, digest }] };
      });
    },
    async revoke({ origin, name }) {
      let found = false;
      await file.update((state) => {
        const others = state.approvals.filter((each) => each.origin !== origin || each.name !== name);
        found = others.length < state.approvals.length;
        return { ...state, approvals: others };
      });
      return found;
    },
  };
}
