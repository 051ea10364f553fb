/** Brings a call before the hooks around it, and joins what they wish to what the permission rules say. */
import type { ToolDecision, ToolPolicy } from "../engine/index.ts";
import { checkPermission } from "./permission-check.ts";
import type { Tool, ToolAccess } from "./tool.ts";
import type { PreparedCall, ToolInterceptor } from "./tool-interceptor.ts";
import { validateInput } from "./validate-input.ts";

/** What interceptors want done about a call that no rule has settled. */
export interface Wish {
  readonly decision: "allow" | "ask";
  readonly reason: string | undefined;
  /** Who wishes it, for the log. */
  readonly origin: string | undefined;
}

export type CallReview =
  | {
      readonly kind: "cleared";
      /** The arguments, as changed and checked again. */
      readonly input: unknown;
      /** Text for the model. */
      readonly notes: readonly string[];
      /** Of several the strictest. */
      readonly wish: Wish | undefined;
    }
  | { readonly kind: "refused"; readonly message: string; readonly origin?: string };

/** Asks the interceptors in their order; each sees what the one before made of the call. Rejects only on abort. */
export async function reviewCall(
  call: PreparedCall,
  options: {
    readonly definition: Tool;
    readonly interceptors: readonly ToolInterceptor[];
    readonly signal: AbortSignal;
  },
): Promise<CallReview> {
  const { definition, interceptors, signal } = options;
  let input = call.input;
  let wish: Wish | undefined;
  const notes: string[] = [];
  for (const interceptor of interceptors) {
    const verdict = await interceptor.before?.({ ...call, input }, { signal });
    if (verdict === undefined) continue;
    if (verdict.kind === "block") {
      const { reason: message, origin } = verdict;
      return { kind: "refused", message, ...(origin !== undefined && { origin }) };
    }
    if (verdict.input !== undefined) {
      const validated = validateInput(definition, verdict.input);
      if (validated.kind === "invalid") {
        return { kind: "refused", message: `A hook changed the arguments. ${validated.message}` };
      }
      input = validated.input;
    }
    notes.push(...(verdict.context ?? []));
    if (verdict.decision !== undefined && wish?.decision !== "ask") {
      wish = { decision: verdict.decision, reason: verdict.reason, origin: verdict.origin };
    }
  }
  return { kind: "cleared", input, notes, wish };
}

/** Decides a call by the rules, then by the wish: it may answer a question that a rule could answer, and ask about anything. */
export async function decideWithWish(
  call: { readonly tool: string; readonly access: ToolAccess; readonly wish: Wish | undefined },
  policy: ToolPolicy,
): Promise<ToolDecision> {
  const { tool, access, wish } = call;
  const byRules = await checkPermission(tool, access, policy);
  if (wish === undefined) return byRules;
  const by = { suggestions: [], ...(wish.origin !== undefined && { origin: wish.origin }) };
  const because = wish.reason === undefined ? "" : `: ${wish.reason}`;
  if (wish.decision === "allow") {
    const inBypass = await checkPermission(tool, access, { ...policy, mode: "bypass" });
    const mayAnswer = byRules.suggestions.length > 0 && inBypass.decision === "allow";
    return mayAnswer ? { decision: "allow", reason: `A hook allowed it${because}`, ...by } : byRules;
  }
  if (byRules.decision !== "allow") return byRules;
  const canAsk = policy.isInteractive && policy.mode !== "dont-ask";
  return { decision: canAsk ? "ask" : "deny", reason: `A hook asks for a confirmation${because}`, ...by };
}
