import { expect, it } from "vitest";
import { loadTree, skillText } from "../../test/support/load-tree.ts";
import { logRegistry } from "./log-registry.ts";
import type { LogValue } from "./ports.ts";
import { resolveEngineSettings } from "./settings.ts";

it("logs what waits and how many there are, without what is shadowed or off", async () => {
  const SK = "/proj/.claude/skills";
  const settings = resolveEngineSettings({ skills: { overrides: { quiet: "off" } } });
  const { registry } = await loadTree({
    [`${SK}/greet/SKILL.md`]: skillText(),
    [`${SK}/hidden/SKILL.md`]: skillText({ "user-invocable": "false", "disable-model-invocation": "true" }),
    [`${SK}/react-helper/SKILL.md`]: skillText({ paths: ["src/**/*.{tsx,jsx}", "components/**/*.tsx"] }),
    [`${SK}/quiet/SKILL.md`]: skillText(),
    "/home/ada/.claude/skills/greet/SKILL.md": skillText(),
  });
  const lines: [string, string, Readonly<Record<string, LogValue>> | undefined][] = [];
  logRegistry(registry, settings, { log: (...line) => void lines.push([line[0], line[1], line[2]]) });
  expect(lines).toEqual([
    [
      "debug",
      "skill: registered as conditional",
      { name: "react-helper", paths: ["src/**/*.tsx", "src/**/*.jsx", "components/**/*.tsx"] },
    ],
    ["debug", "skill: registry loaded", { active: 2, conditional: 1 }],
  ]);
});
