/** Puts questions before the person: says whether a yes can be kept for good, and words what comes with a no. */
import { anchorPathRule, type Logger, parseRule, UNSANDBOXED } from "../engine/index.ts";
import type { AskUser } from "./ask-about-skill.ts";
import type { LastingOffer, OpenQuestion, PermissionAnswer, PermissionQuestion } from "./permission-check.ts";
import { localSettingsPath, saveAllowRules } from "./save-allow-rules.ts";
import type { SessionPermissions } from "./session-permissions.ts";

export interface AskPersonOptions {
  /** The front end. */
  askUser(question: PermissionQuestion): Promise<PermissionAnswer>;
  readonly permissions: Pick<SessionPermissions, "keep" | "remember">;
  /** Absolute working directory, and root of the workspace. */
  readonly cwd: string;
  readonly root: string;
  readonly trusted: boolean;
  readonly logger: Logger;
}

/** Creates the way to the person. */
export function createAskPerson(options: AskPersonOptions): AskUser {
  return async (question) => {
    const answer = await options.askUser({ ...question, always: offerAlways(question, options) });
    if (answer.kind === "allow") {
      // At once: the next question may be settled by it.
      if (answer.remember !== undefined) options.permissions.remember(answer.remember);
      return answer;
    }
    const words = answer.message?.trim() ?? "";
    return words === "" ? { kind: "deny" } : { kind: "deny", message: `The user refused this and says: ${words}` };
  };
}

function offerAlways({ suggestions, askedBy }: OpenQuestion, options: AskPersonOptions): LastingOffer {
  const { permissions, cwd, root, trusted, logger } = options;
  const withheld = (reason: string): LastingOffer => ({ kind: "withheld", reason });
  // What no rule can allow is not to be remembered in any way; the question itself says why it is put.
  if (suggestions.length === 0) return withheld("this is asked about every time");
  if (askedBy !== undefined) return withheld(`the rule ${askedBy} asks every time`);
  if (!trusted) return withheld("the settings of a workspace that is not trusted cannot allow anything");
  if (suggestions.some(isWholeShell)) return withheld("the only rule that fits would allow every command");
  if (suggestions.some(isUnsandboxed)) return withheld("only your own settings can allow it outside of the sandbox");
  if (suggestions.some(hasHiddenCharacters)) return withheld("the rule has characters that cannot be shown");

  const rules = suggestions.map((rule) => anchorPathRule(rule, { cwd, base: root }));
  const path = localSettingsPath(root);
  return {
    kind: "offered",
    rules,
    path,
    async save() {
      const saved = await saveAllowRules(root, rules);
      logger.log("debug", "permission: rules kept", { rules, path, outcome: saved.kind });
      if (saved.kind === "saved") permissions.keep(rules, path);
      else permissions.remember(suggestions);
      return saved;
    },
  };
}

function isUnsandboxed(rule: string): boolean {
  const parsed = parseRule(rule);
  return "tool" in parsed && parsed.tool === UNSANDBOXED;
}

function isWholeShell(rule: string): boolean {
  const parsed = parseRule(rule);
  return "tool" in parsed && parsed.tool === "Bash" && parsed.specifier === undefined;
}

/** What is shown must be what is written, to the character. */
function hasHiddenCharacters(rule: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(rule);
}
