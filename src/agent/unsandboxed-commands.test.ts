/** Commands that are to run outside of the sandbox before the permission rules, with the real parser. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolDecision, ToolPolicy } from "../engine/index.ts";
import { decideCommandLine, type TestRules } from "./test-decide.ts";

type Given = Omit<TestRules, "unconfined">;

function decide(command: string, given: Given): ToolDecision {
  return decideCommandLine(command, { ...given, unconfined: true });
}

describe("a command outside of the sandbox", () => {
  it.each<[string, string, Given, ToolDecision["decision"]]>([
    ["is asked about, however harmless", "ls", {}, "ask"],
    ["is asked about although a rule allows it inside", "git push", { allow: ["Bash(git push:*)"] }, "ask"],
    ["is asked about although every command is allowed inside", "git push", { allow: ["Bash"] }, "ask"],
    ["is asked about in bypass", "git push", { mode: "bypass" }, "ask"],
    ["is refused where nobody can be asked", "git push", { isInteractive: false }, "deny"],
    ["is refused there in bypass, too", "git push", { mode: "bypass", isInteractive: false }, "deny"],
    ["is refused in dont-ask", "git push", { mode: "dont-ask" }, "deny"],
    ["runs by a rule of its own", "git push origin main", { allow: ["Unsandboxed(git push:*)"] }, "allow"],
    ["runs by a rule where nobody is", "git push", { allow: ["Unsandboxed(git push)"], isInteractive: false }, "allow"],
    ["needs the rule for every part", "git push && make", { allow: ["Unsandboxed(git push:*)", "Bash"] }, "ask"],
    ["needs it for harmless parts, too", "ls; git push", { allow: ["Unsandboxed(git push:*)"] }, "ask"],
    ["cannot hide a part", "git push $(make x)", { allow: ["Unsandboxed(git push:*)"] }, "ask"],
    ["cannot hide a redirection", "git push > ~/.bashrc", { allow: ["Unsandboxed(git push:*)"] }, "ask"],
    ["is not allowed by a skill", "git push", { grants: ["Unsandboxed"] }, "ask"],
    ["is not allowed by the workspace's file", "git push", { project: ["Unsandboxed(git push)"] }, "ask"],
    ["obeys deny rules", "git push", { allow: ["Unsandboxed"], deny: ["Bash(git push:*)"] }, "deny"],
    ["obeys ask rules", "git push", { allow: ["Unsandboxed"], ask: ["Bash(git push:*)"] }, "ask"],
    ["can be forbidden altogether", "git push", { allow: ["Unsandboxed"], deny: ["Unsandboxed"] }, "deny"],
    ["can be forbidden by what it is", "make; ssh x", { allow: ["Unsandboxed"], deny: ["Unsandboxed(ssh:*)"] }, "deny"],
    ["asks about removals that nobody means", "rm -rf ~", { allow: ["Unsandboxed"], mode: "bypass" }, "ask"],
  ])("%s", (_, command, given, expected) => {
    expect(decide(command, given).decision).toBe(expected);
  });

  it("says so, and which rule would allow it", () => {
    expect(decide("git push", { isInteractive: false })).toMatchObject({
      decision: "deny",
      reason: expect.stringMatching(/outside of the sandbox.*--allow "Unsandboxed\(git push\)"/),
      suggestions: ["Unsandboxed(git push)"],
    });
  });

  it("runs without a question by nothing else than a rule of its own", () => {
    const rule = fc.constantFrom("Bash", "Bash(*)", "Bash(git push:*)", "Read", "Edit", "Skill(a)", "mcp__a");
    const command = fc.constantFrom("ls", "git push", "cat a.txt && git status", "npm test | head", "echo $(date)");
    const mode = fc.constantFrom<ToolPolicy["mode"]>("default", "accept-edits", "dont-ask", "bypass");
    fc.assert(
      fc.property(command, fc.array(rule), fc.array(rule), mode, fc.boolean(), (text, allow, grants, how, there) => {
        expect(decide(text, { allow, grants, mode: how, isInteractive: there }).decision).not.toBe("allow");
      }),
    );
  });
});
