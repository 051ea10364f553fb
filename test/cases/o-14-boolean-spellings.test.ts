/** O-14: yes and no in every usual spelling, and a warning for anything else. */
import { describe, expect, it } from "vitest";
import { loadSkillText, summarise } from "../support/parse-skill-text.ts";

const TRUE = ["true", "True", "TRUE", '"true"', "yes", "Yes", "on", "ON", "1", '"1"', "'yes'"];
const FALSE = ["false", "False", '"false"', "no", "No", "off", "OFF", "0", '"0"', "'No'"];

function load(field: string) {
  const { definition, diagnostics } = loadSkillText(`---\ndescription: d\n${field}\n---\nB`);
  return { ...definition, summary: summarise(diagnostics) };
}

describe("boolean spellings", () => {
  it.each(TRUE)("%s is true", (word) => {
    expect(load(`disable-model-invocation: ${word}`)).toMatchObject({ modelInvocable: false, summary: [] });
    expect(load(`user-invocable: ${word}`)).toMatchObject({ userInvocable: true, summary: [] });
  });

  it.each(FALSE)("%s is false", (word) => {
    expect(load(`disable-model-invocation: ${word}`)).toMatchObject({ modelInvocable: true, summary: [] });
    expect(load(`user-invocable: ${word}`)).toMatchObject({ userInvocable: false, summary: [] });
  });

  it.each(["maybe", "2", "y", "truee"])("%s is neither: a warning and the default", (word) => {
    const summary = ["warning invalid-boolean 3"];
    expect(load(`disable-model-invocation: ${word}`)).toMatchObject({ modelInvocable: true, summary });
    expect(load(`user-invocable: ${word}`)).toMatchObject({ userInvocable: true, summary });
  });
});
