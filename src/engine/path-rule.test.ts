import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchorPathRule, formatPathRule, matchPathRule } from "./path-rule.ts";
import { parseRules } from "./tool-rules.ts";

const awkward = fc
  .array(fc.constantFrom(..." \t\n\r\u00a0\\/()[]{}*?!#~.,-ab"), { minLength: 1, maxLength: 5 })
  .map((characters) => characters.join(""));

/** Whatever a system takes for the name of a file. */
const name = fc
  .oneof(awkward, fc.string({ unit: "binary", minLength: 1, maxLength: 5 }))
  .map((text) => text.replace(/[/\0]/g, "-"))
  .filter((text) => text !== "." && text !== "..");

function specifierOf(rule: string): string {
  const [parsed] = parseRules([{ text: rule, origin: "test" }]).rules;
  return parsed?.specifier ?? "";
}

describe("formatPathRule", () => {
  it("writes a rule for any file that speaks of this file and of no other", () => {
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `/${names.join("/")}`);
    const cwd = fc.constantFrom("/", "/a", "/repo/[x] ");
    fc.assert(
      fc.property(path, path, cwd, fc.boolean(), (file, other, directory, isBelow) => {
        const target = isBelow ? `${directory === "/" ? "" : directory}${file}` : file;
        const specifier = specifierOf(formatPathRule("Read", target, directory));
        const allows = (end: string) =>
          matchPathRule(
            specifier,
            { given: end, real: end },
            { cwd: directory, home: "/home", base: directory, use: "allow" },
          );
        expect(allows(target)).toBe(true);
        expect(allows(`${target}x`)).toBe(false);
        expect(allows(`${target} `)).toBe(false);
        if (!`${other}/`.startsWith(`${target}/`)) expect(allows(other)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["/repo/a ", "Edit(./a\\ )"],
    ["/repo/b/a \t", "Edit(b/a\\ \\\t)"],
    ["/repo/ a", "Edit(./ a)"],
    ["/repo/~", "Edit(./~)"],
    ["/etc/a ", "Edit(//etc/a\\ )"],
  ])("names %j %j", (path, rule) => {
    expect(formatPathRule("Edit", path, "/repo")).toBe(rule);
  });
});

describe("anchorPathRule", () => {
  const anchor = (text: string, cwd = "/repo/packages/web", base = "/repo") => anchorPathRule(text, { cwd, base });

  it("writes what is relative to the working directory from the base on", () => {
    expect(anchor("Edit(src/a.ts)")).toBe("Edit(/packages/web/src/a.ts)");
    expect(anchor("Edit(./a.ts)")).toBe("Edit(/packages/web/a.ts)");
    expect(anchor("Edit(./a.ts)", "/repo")).toBe("Edit(/a.ts)");
    expect(anchor("Read(*.md)")).toBe("Read(/packages/web/**/*.md)");
    expect(anchor("Write(src/**)", "/repo/[x]")).toBe("Write(/\\[x\\]/src/**)");
  });

  it("is absolute where the base does not reach", () => {
    expect(anchor("Edit(src/a.ts)", "/elsewhere")).toBe("Edit(//elsewhere/src/a.ts)");
    expect(anchor("Edit(../a.ts)")).toBe("Edit(//repo/packages/a.ts)");
  });

  it("leaves other rules alone", () => {
    for (const rule of [
      "Bash(cat src/a.ts)",
      "Skill(review)",
      "Edit",
      "Read(//etc/hosts)",
      "Read(~/notes)",
      "Edit(/x)",
    ])
      expect(anchor(rule)).toBe(rule);
  });

  it("allows the same files from every working directory as the rule did from its own", () => {
    const folders = fc.array(name, { maxLength: 3 });
    fc.assert(
      fc.property(folders, folders, fc.array(name, { minLength: 1, maxLength: 3 }), (below, other, path) => {
        const cwd = ["/repo", ...below].join("/");
        const file = [cwd, ...path].join("/");
        const specifier = specifierOf(anchorPathRule(formatPathRule("Edit", file, cwd), { cwd, base: "/repo" }));
        const allows = (target: string) =>
          matchPathRule(
            specifier,
            { given: target, real: target },
            {
              cwd: ["/repo", ...other].join("/"),
              home: "/home",
              base: "/repo",
              use: "allow",
            },
          );
        expect(allows(file)).toBe(true);
        expect(allows(`${file}x`)).toBe(false);
        expect(allows(`/repo/zz${file.slice("/repo".length)}`)).toBe(false);
      }),
    );
  });
});
