/** The one way from a model's tool call to its result: find, validate, permit, execute, report what was touched. */
import {
  createReadFilter,
  defuseLeadingReminderTags,
  type Logger,
  nearNames,
  type ToolPolicy,
  type TouchKind,
  type TouchResult,
} from "../engine/index.ts";
import { logDecision } from "./log-permission.ts";
import type { ModelToolCall } from "./models/model.ts";
import {
  type OpenQuestion,
  type PermissionAnswer,
  type PermissionSettings,
  resolvePolicy,
} from "./permission-check.ts";
import { decideWithWish, reviewCall, type Wish } from "./review-call.ts";
import type { ToolLane } from "./run-tool-calls.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import type { PreparedCall, ToolInterceptor } from "./tool-interceptor.ts";
import { findTool } from "./tool-names.ts";
import { failure } from "./tools/tool-result.ts";
import { validateInput } from "./validate-input.ts";

export interface GateOptions {
  /** The pool: what is not in it does not exist for the model. */
  readonly tools: readonly Tool[];
  permissions(): PermissionSettings;
  /** Asks a person. Absent when nobody is there; then a question is a refusal. Several questions may be open. */
  askUser?(question: OpenQuestion): Promise<PermissionAnswer>;
  /** Told after each successful file operation, before its result goes to the model. */
  onTouched?(paths: readonly string[], kind: TouchKind): Promise<TouchResult>;
  /** Finds the files that count as read because the output of a command names them. Absent: none. */
  filesNamedIn?(output: string): Promise<readonly string[]>;
  readonly interceptors?: readonly ToolInterceptor[];
  readonly logger: Logger;
}

export interface GateResult extends ToolResult {
  /** Canonical name of the tool, or the name as called when there is no such tool. */
  readonly tool: string;
  /** Names of the skills that the call activated. */
  readonly activated: readonly string[];
}

export interface Gate {
  /**
   * Runs one call. A refused, invalid or unknown call executes nothing and comes back as an error result. Rejects only
   * on abort, with the signal's reason, and then either nothing was executed or the tool itself was stopped.
   */
  run(call: ModelToolCall, context: ToolContext): Promise<GateResult>;
  /** Which calls may run beside each other. */
  laneOf(call: ModelToolCall, context: { readonly cwd: string }): ToolLane;
}

interface ReadyCall extends PreparedCall {
  readonly definition: Tool;
}

/** What the steps before the execution come to. */
type Clearance =
  | {
      readonly kind: "cleared";
      readonly call: ReadyCall;
      readonly notes: readonly string[];
      readonly policy: ToolPolicy;
    }
  | { readonly kind: "refused"; readonly message: string };

export function createGate(options: GateOptions): Gate {
  const { tools, logger } = options;
  const interceptors = options.interceptors ?? [];

  async function run(modelCall: ModelToolCall, context: ToolContext): Promise<GateResult> {
    context.signal.throwIfAborted();
    const found = prepare(tools, modelCall);
    if (found.kind === "refused") return { ...failure(found.message), tool: found.tool, activated: [] };
    const clearance = await clear(found.call, context);
    context.signal.throwIfAborted();
    const tool = found.call.tool;
    if (clearance.kind === "refused") return { ...failure(clearance.message), tool, activated: [] };

    const { call, notes, policy } = clearance;
    const mayRead = createReadFilter(policy);
    const own = await call.definition.execute(call.input, { ...context, ...(mayRead && { mayRead }) });
    // From here on the deed is done: whatever happens, its result is reported.
    const result = await addNamedFiles(call, own, context);
    const after = await runAfter(call, result, context.signal);
    const touched = await reportTouched(result);
    const shown = defuseLeadingReminderTags(result.text);
    const text = [shown, ...notes, ...after.notes, ...touched.reminders].join("\n\n");
    return { ...result, isError: result.isError || after.isBlocked, text, tool, activated: touched.activated };
  }

  async function clear(first: ReadyCall, context: ToolContext): Promise<Clearance> {
    const review = await reviewCall(first, { definition: first.definition, interceptors, signal: context.signal });
    if (review.kind === "refused") {
      const access = first.definition.access(first.input, context);
      const { message: reason, origin } = review;
      logDecision(logger, { ...first, access }, { decision: "deny", reason, ...(origin !== undefined && { origin }) });
      return review;
    }
    const { notes, wish } = review;
    const call = { ...first, input: review.input };
    const permission = await permit(call, context, wish);
    if (permission.kind === "refused") return permission;
    return { kind: "cleared", call, notes, policy: permission.policy };
  }

  async function permit(
    call: ReadyCall,
    context: ToolContext,
    wish: Wish | undefined,
  ): Promise<{ kind: "allowed"; policy: ToolPolicy } | { kind: "refused"; message: string }> {
    const access = call.definition.access(call.input, context);
    const decide = async () => {
      const isInteractive = options.askUser !== undefined;
      const policy = await resolvePolicy(options.permissions(), { cwd: context.cwd, isInteractive });
      return { policy, decision: await decideWithWish({ tool: call.tool, access, wish }, policy) };
    };
    const first = await decide();
    const { decision } = first;
    let { policy } = first;
    // The Skill tool decides by its own rules, and says so itself.
    if (access.kind !== "none" || decision.rule !== undefined) logDecision(logger, { ...call, access }, decision);
    if (decision.decision === "allow") return { kind: "allowed", policy };
    if (decision.decision === "deny" || !options.askUser)
      return { kind: "refused", message: refusal(call.tool, decision.reason) };

    const { askUser } = options;
    const { id, tool, input } = call;
    const answer = await askUser({
      id,
      tool,
      input,
      access,
      reason: decision.reason,
      suggestions: decision.suggestions,
      by: "model",
      signal: context.signal,
      async settle() {
        const again = await decide();
        policy = again.policy;
        if (again.decision.decision === "ask") return undefined;
        logDecision(logger, { ...call, access }, again.decision);
        if (again.decision.decision === "allow") return { kind: "allow" };
        return { kind: "deny", message: refusal(tool, again.decision.reason) };
      },
    });
    context.signal.throwIfAborted();
    if (answer.kind === "allow") return { kind: "allowed", policy };
    const message =
      answer.message?.trim() || "The user did not allow this call. Do not repeat it; ask what to do instead.";
    return { kind: "refused", message };
  }

  async function runAfter(call: ReadyCall, result: ToolResult, signal: AbortSignal) {
    const notes: string[] = [];
    let isBlocked = false;
    for (const interceptor of interceptors) {
      if (signal.aborted) break;
      try {
        const verdict = await interceptor.after?.(call, result, { signal });
        if (verdict?.kind === "block") {
          isBlocked = true;
          notes.push(verdict.reason);
        }
        if (verdict?.kind === "continue") notes.push(...(verdict.context ?? []));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
    return { notes, isBlocked };
  }

  async function addNamedFiles(call: ReadyCall, result: ToolResult, context: ToolContext): Promise<ToolResult> {
    if (result.isError || call.definition.access(call.input, context).kind !== "command") return result;
    const named = (await options.filesNamedIn?.(result.text)) ?? [];
    return { ...result, touched: [...result.touched, ...named.map((path) => ({ path, kind: "read" as const }))] };
  }

  async function reportTouched(result: ToolResult) {
    const reminders: string[] = [];
    const activated: string[] = [];
    for (const kind of ["read", "write", "edit"] as const) {
      const paths = result.touched.filter((file) => file.kind === kind).map((file) => file.path);
      if (result.isError || paths.length === 0 || !options.onTouched) continue;
      const report = await options.onTouched(paths, kind);
      activated.push(...report.activated.map((skill) => skill.callName));
      if (report.reminder !== undefined) reminders.push(report.reminder);
    }
    return { reminders, activated };
  }

  return {
    run,
    laneOf(call, { cwd }) {
      const found = prepare(tools, call);
      if (found.kind === "refused") return "read";
      if (found.call.tool === "Skill") return "skill";
      return found.call.definition.access(found.call.input, { cwd }).kind === "read" ? "read" : "alone";
    },
  };
}

/** Finds the tool and checks the arguments. */
function prepare(
  tools: readonly Tool[],
  { id, name, input }: ModelToolCall,
): { kind: "ready"; call: ReadyCall } | { kind: "refused"; tool: string; message: string } {
  const definition = findTool(tools, name);
  if (!definition) return { kind: "refused", tool: name, message: unknownTool(tools, name) };
  const validated = validateInput(definition, input);
  if (validated.kind === "invalid") return { kind: "refused", tool: definition.name, message: validated.message };
  return { kind: "ready", call: { id, tool: definition.name, input: validated.input, definition } };
}

function unknownTool(tools: readonly Tool[], name: string): string {
  const names = tools.map((tool) => tool.name);
  const near = nearNames(name, names, 3);
  const guess = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return `There is no tool ${JSON.stringify(name.slice(0, 100))}.${guess} Available: ${names.join(", ")}.`;
}

function refusal(tool: string, reason: string): string {
  return reason.includes("was not run") ? reason : `${tool} was not run: ${reason}`;
}
