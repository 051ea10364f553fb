import { describe, expect, it } from "vitest";
import { expandRule } from "./expand-rule.ts";

const at = (skillDir: string) => ({ skillDir, sessionId: "s", projectDir: "/w" });

describe("expandRule", () => {
  it.each([
    ["Bash(${SKILL_DIR}/run.sh:*)", "/k", "Bash(/k/run.sh:*)"],
    ["Bash(sh ${SKILL_DIR}/run.sh *)", "/a b", 'Bash(sh "/a b"/run.sh *)'],
    ['Bash(sh "${SKILL_DIR}/run.sh":*)', "/a b", 'Bash(sh "/a b/run.sh":*)'],
    ["shell(sh ${SKILL_DIR}/run.sh)", '/a "b', "shell(sh '/a \"b'/run.sh)"],
    ["Read(${CLAUDE_SKILL_DIR}/**)", "/a b", "Read(//a b/**)"],
    ["Edit(${PROJECT_DIR}/out/**)", "/k", "Edit(//w/out/**)"],
    ["Edit(/${SKILL_DIR}/x)", "/k", "Edit(//k/x)"],
    ["Skill(${SKILL_DIR})", "k", "Skill(k)"],
    ["${SKILL_DIR}", "/k", "/k"],
    ["Bash(echo ${CLAUDE_PLUGIN_ROOT:-x} ${HOME} $1)", "/k", "Bash(echo ${CLAUDE_PLUGIN_ROOT:-x} ${HOME} $1)"],
    ["Read", "/k", "Read"],
  ])("%s in %s", (rule, skillDir, expected) => expect(expandRule(rule, at(skillDir))).toBe(expected));
});
