/** O-05: a byte order mark before the opening fence is dropped; a mark anywhere else is data. */
import { describe, expect, it } from "vitest";
import { loadSkillText } from "../support/parse-skill-text.ts";

const TEXT = "---\nname: bom\ndescription: d\nallowed-tools: Read\n---\nBody\n";
const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

describe("a byte order mark", () => {
  it("changes nothing at the start of the file", () => {
    const marked = Uint8Array.from([...MARK, ...new TextEncoder().encode(TEXT)]);
    const parsed = loadSkillText(marked, { directoryName: "bom" });
    expect(parsed).toEqual(loadSkillText(TEXT, { directoryName: "bom" }));
    expect(parsed.body).toBe("Body\n");
    expect(parsed.definition).toMatchObject({ name: "bom", description: "d", allowedTools: ["Read"] });
  });

  it("is data in the body", () => {
    expect(loadSkillText(`\uFEFF${TEXT.replace("Body", "\uFEFFBody")}`).body).toBe("\uFEFFBody\n");
  });
});
