/** Holds the bundled skill `update-config` to the settings that the program really reads. */
import { expect, it } from "vitest";
import { SETTING_KEYS } from "../src/agent/settings-schema.ts";
import { bundledSkills } from "../src/bundled/index.ts";

const text = bundledSkills.find(({ name }) => name === "update-config")?.text ?? "";

it("update-config names every setting", () => {
  const unnamed = SETTING_KEYS.filter((key) => {
    const word = key.slice(key.lastIndexOf(".") + 1);
    return !text.includes(`\`${word}\``) && !text.includes(`"${word}"`);
  });
  expect(unnamed).toEqual([]);
});
