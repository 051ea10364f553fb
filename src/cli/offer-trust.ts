/** Offers to trust the workspace at the start of an interactive session, when that would change anything. */
import { type AgentSession, createTrustStore, loadHeldBack, resolveWorkspaceRoot } from "../agent/index.ts";
import { createTrustMemory } from "./trust-memory.ts";
import { askTrust, listTrustGains } from "./trust-question.ts";

/** Resolves with true when the person trusts it from now on; the session has to be opened anew then. Asks at most once. */
export async function offerTrust(
  agent: AgentSession,
  options: { readonly skillfulHome: string } & Parameters<typeof askTrust>[1],
): Promise<boolean> {
  const { skillfulHome } = options;
  if (agent.skills.trusted) return false;
  const root = await resolveWorkspaceRoot(agent.cwd);
  const { heldBack, isComplete } = await loadHeldBack(root, agent.heldBack);
  const gains = listTrustGains(heldBack);
  if (gains.length === 0) return false;
  const memory = createTrustMemory(skillfulHome);
  if (await memory.wasDeclined(root, gains)) return false;
  const answer = await askTrust({ root, gains, isComplete }, options);
  switch (answer) {
    case "always":
      await createTrustStore({ skillfulHome }).trust(root);
      return true;
    case "once":
      return true;
    case "no":
      await memory.decline(root, gains);
      return false;
    case "later":
      return false;
    default:
      return answer satisfies never;
  }
}
