/** O-13: a comma inside braces does not cut a list of patterns, and a YAML list of the same items is the same. */
import { describe, expect, it } from "vitest";
import { compileActivation, expandBraces } from "../../src/engine/index.ts";
import { loadSkillText } from "../support/parse-skill-text.ts";

const ITEMS = ["{app,core}/**/*.{py,pyi}", "guide/**/*.md", "!guide/draft/**"];
const FORMS = {
  "a quoted string": `paths: "${ITEMS.join(", ")}"`,
  "a plain string": `paths: ${ITEMS.join(", ")}`,
  "a list": `paths:\n${ITEMS.map((item) => `  - "${item}"\n`).join("")}`,
  "a bracketed list": `paths: [${ITEMS.map((item) => `"${item}"`).join(", ")}]`,
  "bare brackets": `paths: [${ITEMS.join(", ")}]`,
  "lines of text": `paths: |\n${ITEMS.map((item) => `  ${item}\n`).join("")}`,
};

describe.each(Object.entries(FORMS))("patterns written as %s", (_, field) => {
  const { definition } = loadSkillText(`---\ndescription: d\n${field}\n---\nB`);

  it("are the expansions in order", () => {
    expect(definition.paths).toEqual([
      "app/**/*.py",
      "app/**/*.pyi",
      "core/**/*.py",
      "core/**/*.pyi",
      "guide/**/*.md",
      "!guide/draft/**",
    ]);
  });

  it("match as gitignore patterns do, the last one deciding", () => {
    const index = compileActivation([definition]);
    const matched = ["core/x/y.pyi", "guide/a.md", "guide/draft/b.md", "app/y.js"].map(
      (path) => index.match(path).length,
    );
    expect(matched).toEqual([1, 1, 0, 0]);
  });
});

describe("braces", () => {
  it("nest, and stay literal without a partner", () => {
    expect(expandBraces("{a,{b,c}}", 1000).patterns).toEqual(["a", "b", "c"]);
    expect(expandBraces("{a,b", 1000).patterns).toEqual(["{a,b"]);
    expect(expandBraces("a,b}", 1000).patterns).toEqual(["a,b}"]);
  });
});
