/** O-11: a field without a value is a field that is not there. */
import { describe, expect, it } from "vitest";
import { FIELD_NAMES } from "../../src/engine/index.ts";
import { loadSkillText } from "../support/parse-skill-text.ts";

const without = loadSkillText("---\nx: 1\n---\nHelps with nulls.\n", { directoryName: "nully" });

describe("null fields", () => {
  it.each(["", " ", " ~", " null", " Null", " # nothing yet"])("written with %j are absent", (value) => {
    const fields = FIELD_NAMES.map((name) => `${name}:${value}\n`).join("");
    const parsed = loadSkillText(`---\nx: 1\n${fields}---\nHelps with nulls.\n`, { directoryName: "nully" });
    expect(parsed.definition).toEqual(without.definition);
    expect(parsed.definition).toMatchObject({ name: "nully", description: "Helps with nulls.", paths: [] });
    expect(JSON.stringify(parsed)).not.toMatch(/null\b|undefined|NaN/i);
  });
});
