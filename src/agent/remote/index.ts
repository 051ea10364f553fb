/** Skills of remote origins: experimental, and off until the setting `skills.remote` names an origin. */
export { type OpenRemoteSkills, openRemoteSkills } from "./open-remote-skills.ts";
export type { RemoteSkill, RemoteSkills } from "./remote-skills.ts";
export type { OriginUpdate } from "./update-origin.ts";
