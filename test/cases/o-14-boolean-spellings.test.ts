/** O-14: yes and no in every usual spelling, and a warning for anything else. */
import { describe, expect, it } from "vitest";
import { openTestEngine } from "../support/engine-world.ts";
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

it("a spelling counts in the list, in completion and in calls", async () => {
  const file = (field: string) => `---\ndescription: d\n${field}\n---\nB`;
  const { engine } = await openTestEngine({
    ...Object.fromEntries(TRUE.map((word, at) => [`mine-${at}`, file(`disable-model-invocation: ${word}`)])),
    ...Object.fromEntries(FALSE.map((word, at) => [`its-${at}`, file(`user-invocable: ${word}`)])),
  });
  const session = engine.session();
  const names = (prefix: string, words: readonly string[]) => words.map((_, at) => `${prefix}-${at}`).sort();
  const listed = [...(session.listing() ?? "").matchAll(/^- ([a-z0-9-]+):/gm)].map(([, name]) => name).sort();
  expect(listed).toEqual(names("its", FALSE));
  expect(session.complete("its")).toEqual([]);
  for (const name of names("mine", TRUE)) {
    expect(await session.invoke({ name, by: "model" })).toMatchObject({ code: "user-only" });
    expect(await session.invoke({ name, by: "user" })).toMatchObject({ kind: "inline" });
  }
  for (const name of names("its", FALSE)) {
    expect(await session.invoke({ name, by: "user" })).toMatchObject({ code: "model-only" });
    expect(await session.invoke({ name, by: "model" })).toMatchObject({ kind: "inline" });
  }
});
