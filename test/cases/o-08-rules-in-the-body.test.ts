/** O-08: rules and fields in the body are body, byte for byte. */
import { describe, expect, it } from "vitest";
import { loadSkillText } from "../support/parse-skill-text.ts";

const BODY = "Part one\n\n---\n\nname: not-a-field\n\n---\n\nPart two";

describe("rules in the body", () => {
  it("end nothing and start nothing", () => {
    const { definition, body } = loadSkillText(`---\nname: a\ndescription: d\n---\n${BODY}`);
    expect(body).toBe(BODY);
    expect(definition.name).toBe("a");
  });

  it("are kept with every blank around them", () => {
    const odd = "\n\n  ---\t\n---   \n\t x \n\n";
    expect(loadSkillText(`---\ndescription: d\n---\n${odd}`).body).toBe(odd);
  });
});
