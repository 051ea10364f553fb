/** O-02: the text of a literal or folded block is the description, and its indicator is not. */
import { describe, expect, it } from "vitest";
import { openTestEngine } from "../support/engine-world.ts";
import { loadSkillText } from "../support/parse-skill-text.ts";

const INDICATORS = ["|", "|-", "|+", "|2", ">", ">-", ">+", "> # folded"];

describe("a block description", () => {
  it.each(INDICATORS)("written after %s is its lines", (indicator) => {
    const { definition, diagnostics } = loadSkillText(
      `---\ndescription: ${indicator}\n  First part.\n  Good for: packing.\nmodel: small\n---\nB`,
    );
    const separator = indicator.startsWith("|") ? "\n" : " ";
    expect(definition.description).toBe(`First part.${separator}Good for: packing.`);
    expect(definition.model).toBe("small");
    expect(definition.extra).toEqual({});
    expect(diagnostics).toEqual([]);
  });

  it.each(INDICATORS)("written after %s is one line of the list", async (indicator) => {
    const { engine } = await openTestEngine({
      block: `---\ndescription: ${indicator}\n  First part.\n  Good for: packing.\n---\nB`,
    });
    expect(
      engine
        .session()
        .listing()
        ?.match(/^- .*$/gm),
    ).toEqual(["- block: First part. Good for: packing."]);
  });
});
