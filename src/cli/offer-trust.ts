/** Offers to trust the workspace at the start of an interactive session, when that would change anything. */
import { type AgentSession, createTrustStore, loadHeldBack, resolveWorkspaceRoot } from "../agent/index.ts";
import { createTrustMemory } from "./trust-memory.ts";
import { askTrust, listTrustGains } from "./trust-question.ts";

/** `trusted`: the session has to be opened anew. `declined`: the person has just seen what stays off. */
export type TrustOffer = "trusted" | "declined" | "not-asked";

/** Asks at most once. */
export async function offerTrust(
  agent: AgentSession,
  options: { readonly skillfulHome: string } & Parameters<typeof askTrust>[1],
): Promise<TrustOffer> {
  const { skillfulHome } = options;
  if (agent.skills.trusted) return "not-asked";
  const root = await resolveWorkspaceRoot(agent.cwd);
  const { heldBack, isComplete } = await loadHeldBack(root, agent.heldBack);
  const gains = listTrustGains(heldBack);
  if (gains.length === 0) return "not-asked";
  const memory = createTrustMemory(skillfulHome);
  if (await memory.wasDeclined(root, gains)) return "not-asked";
  const answer = await askTrust({ root, gains, isComplete }, options);
  switch (answer) {
    case "always":
      await createTrustStore({ skillfulHome }).trust(root);
      return "trusted";
    case "once":
      return "trusted";
    case "no":
      await memory.decline(root, gains);
      return "declined";
    case "later":
      return "declined";
    default:
      return answer satisfies never;
  }
}
