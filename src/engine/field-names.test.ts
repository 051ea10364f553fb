import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELD_NAMES, isExactSpelling, resolveFieldName, suggestFieldName } from "./field-names.ts";

const camel = (name: string) => name.replace(/[-_](.)/g, (_, letter: string) => letter.toUpperCase());

describe("resolveFieldName", () => {
  it.each(FIELD_NAMES)("knows %s in kebab, snake and camel case", (name) => {
    for (const spelling of [name.replaceAll("_", "-"), name.replaceAll("-", "_"), camel(name)]) {
      expect(resolveFieldName(spelling)).toBe(name);
      expect(isExactSpelling(spelling)).toBe(true);
    }
  });

  it("does not lose a restriction to a capital letter", () => {
    expect(resolveFieldName("Disable-Model-Invocation")).toBe("disable-model-invocation");
    expect(isExactSpelling("Disable-Model-Invocation")).toBe(false);
  });

  it.each(["version", "", "__proto__", "constructor", "toString", "na me", "name:"])("does not know %j", (key) => {
    expect(resolveFieldName(key)).toBeUndefined();
  });
});

describe("suggestFieldName", () => {
  it.each([
    ["descripton", "description"],
    ["user-invokable", "user-invocable"],
    ["disable-model-invokation", "disable-model-invocation"],
    ["alowed_tools", "allowed-tools"],
    ["nmae", "name"],
    ["tools", "allowed-tools"],
    ["globs", "paths"],
  ])("takes %s for %s", (key, name) => {
    expect(suggestFieldName(key)).toBe(name);
  });

  it.each(["version", "tags", "author", "category", "domain", "type", "id", "x".repeat(10_000)])(
    "knows nothing near %s",
    (key) => {
      expect(suggestFieldName(key)).toBeUndefined();
    },
  );

  it("answers for any key", () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        expect([undefined, ...FIELD_NAMES]).toContain(suggestFieldName(key));
      }),
    );
  });
});
