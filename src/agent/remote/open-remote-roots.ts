/** The roots of remote skills for a session, under the settings in effect. */
import type { Logger, SkillRoot } from "../../engine/index.ts";
import type { SettingValues } from "../settings-schema.ts";

/** None, and nothing is read, while no origin is named. Never asks an origin: a start must not depend on the network. */
export async function openRemoteRoots(
  values: Pick<SettingValues, "skills.remote">,
  { skillfulHome, logger }: { readonly skillfulHome: string; readonly logger?: Logger },
): Promise<{ readonly roots?: readonly SkillRoot[] }> {
  const origins = values["skills.remote"];
  if (origins.length === 0) return {};
  const [{ remoteRoots }, { openRemoteState }] = await Promise.all([
    import("./remote-roots.ts"),
    import("./remote-state.ts"),
  ]);
  const onDamaged = (message: string) => logger?.log("warn", "skill: state of remote skills", { error: message });
  return { roots: remoteRoots(origins, await openRemoteState({ skillfulHome, onDamaged }).read()) };
}
