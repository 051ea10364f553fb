/** Says why the hooks, grants and injected commands of a skill are off. */
import type { LoadedSkill } from "./types.ts";

/** A clause, such as `the workspace is not trusted`; undefined when they are on. */
export function whyInert({ trusted, source }: Pick<LoadedSkill, "trusted" | "source">): string | undefined {
  if (trusted) return undefined;
  return source === "remote" ? "this remote skill is not approved" : "the workspace is not trusted";
}
