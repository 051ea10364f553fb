import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchorPathRule, formatPathRule, matchPathRule } from "./path-rule.ts";

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
    // A rule cannot say a name that begins or ends with a blank.
    const name = fc.stringMatching(/^[a-z[\]{}*!#]([a-z[\]{}*! #]{0,4}[a-z[\]{}*!#])?$/);
    const folders = fc.array(name, { maxLength: 3 });
    fc.assert(
      fc.property(folders, folders, fc.array(name, { minLength: 1, maxLength: 3 }), (below, other, path) => {
        const cwd = ["/repo", ...below].join("/");
        const file = [cwd, ...path].join("/");
        const rule = anchorPathRule(formatPathRule("Edit", file, cwd), { cwd, base: "/repo" });
        const specifier = rule.slice("Edit(".length, -1);
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
