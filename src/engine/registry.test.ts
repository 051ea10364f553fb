import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadedSkillOf } from "../../test/support/skill-value.ts";
import { buildRegistry } from "./registry.ts";
import { type EngineSettingsInput, resolveEngineSettings } from "./settings.ts";
import { initialState } from "./skill-state.ts";
import type { LoadedSkill, SkillSource } from "./types.ts";

const skill = (name: string, source: SkillSource, fields: Partial<LoadedSkill> = {}) =>
  loadedSkillOf(name, { source, ...fields });

function build(loaded: readonly LoadedSkill[], settings: EngineSettingsInput = {}) {
  return buildRegistry(loaded, resolveEngineSettings(settings));
}

/** The qualified name that a name leads to, or what else comes of it. */
function lead(registry: ReturnType<typeof build>, name: string): string {
  const resolution = registry.resolve(name);
  switch (resolution.kind) {
    case "found":
      return resolution.skill.qualifiedName;
    case "ambiguous":
      return `ambiguous: ${resolution.candidates.map((candidate) => candidate.qualifiedName).join(" ")}`;
    case "unknown":
      return `unknown: ${resolution.suggestions.join(" ")}`;
    default:
      return resolution satisfies never;
  }
}

describe("precedence", () => {
  const all = (["remote", "nested", "custom", "bundled", "user", "added", "project", "managed"] as const).map(
    (source) => skill("style", source),
  );

  it("gives the bare name to the highest source and each skill a name of its own", () => {
    const registry = build(all);
    expect(lead(registry, "style")).toBe("managed:style");
    for (const { source } of all) expect(lead(registry, `${source}:style`)).toBe(`${source}:style`);
  });

  it("is a setting; sources left out follow in default order", () => {
    const registry = build(all, { skills: { precedence: ["bundled", "user"] } });
    expect(registry.skills.map((one) => one.source)).toEqual([
      "bundled",
      "user",
      "managed",
      "project",
      "added",
      "custom",
      "nested",
      "remote",
    ]);
  });

  it("prefers the first in load order within a source", () => {
    const registry = build([skill("style", "project"), skill("style", "project", { qualifier: "root" })]);
    expect(registry.skills.map((one) => [one.callName, one.qualifiedName, one.shadowedBy])).toEqual([
      ["style", "project:style", undefined],
      ["root:style", "root:style", "project:style"],
    ]);
  });

  it("knows the nearest of a project by project:name, from a directory below it as well", () => {
    const registry = build([
      skill("style", "managed"),
      skill("style", "project", { qualifier: "packages" }),
      skill("style", "project", { qualifier: "root" }),
      skill("lint", "project"),
      skill("lint", "project", { qualifier: "root" }),
    ]);
    expect(lead(registry, "project:style")).toBe("packages:style");
    expect(lead(registry, "root:style")).toBe("root:style");
    expect(lead(registry, "project:lint")).toBe("project:lint");
  });

  it("puts every skill before every command", () => {
    const registry = build([skill("fix", "managed", { kind: "command" }), skill("fix", "remote")]);
    expect(lead(registry, "fix")).toBe("remote:fix");
  });

  it("tells overriding from a mistake", () => {
    const { diagnostics } = build([
      skill("style", "user"),
      skill("style", "project"),
      skill("style", "project", { directoryName: "other" }),
    ]);
    expect(diagnostics.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ["duplicate-name", "warning", "/project/other/SKILL.md"],
      ["shadowed-skill", "info", "/user/style/SKILL.md"],
    ]);
    expect(diagnostics[0]?.hint).toContain("project:style~2");
  });
});

describe("nested skills", () => {
  const web = skill("style", "nested", { qualifier: "packages/web" });
  const api = skill("style", "nested", { qualifier: "packages/api" });

  it("keep their bare name while nobody else has it", () => {
    expect(build([web]).skills[0]).toMatchObject({ callName: "style", qualifiedName: "packages/web:style" });
  });

  it("are listed under their directory when the name has an owner, who names them", () => {
    const registry = build([skill("style", "project"), web, api]);
    expect(registry.skills.map((one) => [one.callName, one.shadowedBy])).toEqual([
      ["style", undefined],
      ["packages/web:style", undefined],
      ["packages/api:style", undefined],
    ]);
    const resolution = registry.resolve("style");
    expect(resolution.kind === "found" && resolution.variants.map((one) => one.qualifiedName)).toEqual([
      "packages/web:style",
      "packages/api:style",
    ]);
    expect(registry.resolve("packages/web:style")).toMatchObject({ kind: "found", variants: [] });
  });

  it("shadow a second one of the same directory", () => {
    const agents = skill("style", "nested", { qualifier: "packages/web", directoryName: "agents-style" });
    const withOwner = build([skill("style", "project"), web, agents]);
    expect(withOwner.skills[2]).toMatchObject({ callName: "packages/web:style~2", shadowedBy: "packages/web:style" });
    expect(build([web, agents]).skills[1]).toMatchObject({ shadowedBy: "packages/web:style" });
  });
});

describe("plugin skills", () => {
  const plugin = skill("deploy", "plugin", { qualifier: "ops" });

  it("are namespaced, and answer to the bare name when nothing else has it", () => {
    const alone = build([plugin]);
    expect(alone.skills[0]).toMatchObject({ callName: "ops:deploy", qualifiedName: "ops:deploy" });
    expect(lead(alone, "deploy")).toBe("ops:deploy");
  });

  it("neither take a name nor lose theirs", () => {
    const registry = build([plugin, skill("deploy", "remote")]);
    expect(lead(registry, "deploy")).toBe("remote:deploy");
    expect(registry.skills.map((one) => one.shadowedBy)).toEqual([undefined, undefined]);
  });

  it("are ambiguous among themselves", () => {
    const other = skill("deploy", "plugin", { qualifier: "cloud" });
    expect(lead(build([plugin, other]), "deploy")).toBe("ambiguous: ops:deploy cloud:deploy");
  });
});

describe("resolve", () => {
  const charts = skill("team-charts", "project", { directoryName: "charts", aliases: ["graphs", "plots"] });
  const helper = skill("other", "project", { displayName: "Other Helper" });

  it.each([
    ["team-charts", "project:team-charts"],
    ["/team-charts", "project:team-charts"],
    ["  /team-charts ", "project:team-charts"],
    ["project:team-charts", "project:team-charts"],
    ["charts", "project:team-charts"],
    ["graphs", "project:team-charts"],
    ["Other Helper", "project:other"],
    ["other helper", "project:other"],
    ["GRAPHS", "project:team-charts"],
    ["Project:Team-Charts", "project:team-charts"],
    ["team-chart", "unknown: team-charts"],
    ["team", "unknown: team-charts"],
    ["xyzzy", "unknown: "],
    ["", "unknown: "],
    ["/", "unknown: "],
    ["../other", "unknown: "],
  ])("leads %j to %j", (name, expected) => {
    expect(lead(build([charts, helper]), name)).toBe(expected);
  });

  it("prefers an owner's name to anybody's alias or directory", () => {
    expect(lead(build([charts, skill("charts", "bundled"), skill("graphs", "user")]), "charts")).toBe("bundled:charts");
    expect(lead(build([charts, skill("graphs", "user")]), "graphs")).toBe("user:graphs");
  });

  it("does not choose between two that share an alias", () => {
    const registry = build([charts, skill("drawings", "user", { aliases: ["graphs"] })]);
    expect(lead(registry, "graphs")).toBe("ambiguous: project:team-charts user:drawings");
    expect(lead(registry, "plots")).toBe("project:team-charts");
  });

  it("gives a shadowed skill's aliases to nobody", () => {
    const registry = build([skill("greet", "project"), skill("greet", "user", { aliases: ["hello"] })]);
    expect(lead(registry, "hello")).toBe("unknown: ");
  });

  it("keeps the exact name apart from one that differs in case", () => {
    const registry = build([skill("Style", "project"), skill("style", "user")]);
    expect(lead(registry, "Style")).toBe("project:Style");
    expect(lead(registry, "style")).toBe("user:style");
    expect(lead(registry, "STYLE")).toBe("ambiguous: project:Style user:style");
  });

  it("finds accents however they are composed", () => {
    expect(lead(build([skill("r\u00e9sum\u00e9", "user")]), "re\u0301sume\u0301")).toBe("user:r\u00e9sum\u00e9");
  });

  it("takes names of object properties as names", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const registry = build(names.map((name) => skill(name, "user")));
    for (const name of names) expect(lead(registry, name)).toBe(`user:${name}`);
    for (const name of names) expect(lead(build([]), name)).toBe("unknown: ");
  });

  it("never gives a name that somebody owns away as a qualified name", () => {
    const registry = build([skill("user:style", "project"), skill("style", "project"), skill("style", "user")]);
    expect(registry.skills.map((one) => one.qualifiedName)).toEqual([
      "project:user:style",
      "project:style",
      "user:style~2",
    ]);
    expect(lead(registry, "user:style")).toBe("project:user:style");
  });
});

describe("every registry", () => {
  const names = fc.constantFrom("a", "b", "A", "a:b", "user:a", "__proto__", "p:a");
  const sources = fc.constantFrom<SkillSource>("managed", "project", "user", "bundled", "nested", "plugin", "custom");
  const anySkill = fc
    .record({
      name: names,
      source: sources,
      kind: fc.constantFrom("skill" as const, "command" as const),
      qualifier: fc.constantFrom("user", "project", "p", "packages/a", "root"),
      aliases: fc.array(names, { maxLength: 2 }),
      directoryName: names,
    })
    .map(({ name, source, ...fields }) => skill(name, source, fields));

  it("has unique names, and calls what it lists", () => {
    fc.assert(
      fc.property(fc.array(anySkill, { maxLength: 12 }), (loaded) => {
        const registry = build(loaded);
        expect(registry.skills).toHaveLength(loaded.length);
        for (const field of ["qualifiedName", "callName"] as const) {
          expect(new Set(registry.skills.map((one) => one[field])).size).toBe(loaded.length);
        }
        for (const one of registry.skills) {
          expect(lead(registry, one.callName)).toBe(one.qualifiedName);
          expect(lead(registry, one.qualifiedName)).toBe(one.qualifiedName);
          if (one.shadowedBy !== undefined) expect(lead(registry, one.shadowedBy)).toBe(one.shadowedBy);
        }
      }),
    );
  });

  it("never throws, whatever it is asked", () => {
    fc.assert(
      fc.property(fc.array(anySkill, { maxLength: 5 }), fc.string(), (loaded, name) => {
        expect(["found", "ambiguous", "unknown"]).toContain(build(loaded).resolve(name).kind);
      }),
    );
  });
});

describe("initialState", () => {
  const settings = resolveEngineSettings({ skills: { overrides: { quiet: "off", "user:style": "off" } } });

  it("is disabled, shadowed, waiting or active", () => {
    const { skills } = buildRegistry(
      [
        skill("quiet", "project"),
        skill("style", "project"),
        skill("wait", "project", { paths: ["*.ts"] }),
        skill("always", "project", { paths: ["**"] }),
        skill("style", "user"),
        skill("wait", "user"),
      ],
      settings,
    );
    expect(skills.map((one) => [one.qualifiedName, initialState(one, settings)])).toEqual([
      ["project:quiet", "disabled"],
      ["project:style", "active"],
      ["project:wait", "waiting"],
      ["project:always", "active"],
      ["user:style", "disabled"],
      ["user:wait", "shadowed"],
    ]);
  });

  it("knows the nearest of a project by project:name, from a directory below it as well", () => {
    const override = resolveEngineSettings({
      skills: { overrides: { "project:style": "off", "project:lint": "off" } },
    });
    const { skills } = buildRegistry(
      [
        skill("style", "managed"),
        skill("style", "project", { qualifier: "packages" }),
        skill("lint", "project"),
        skill("lint", "project", { qualifier: "root" }),
      ],
      override,
    );
    expect(skills.map((one) => [one.qualifiedName, initialState(one, override)])).toEqual([
      ["managed:style", "active"],
      ["packages:style", "disabled"],
      ["project:lint", "disabled"],
      ["root:lint", "shadowed"],
    ]);
  });

  it("reads overrides by own keys alone", () => {
    const [one] = buildRegistry([skill("constructor", "user")], settings).skills;
    expect(one && initialState(one, settings)).toBe("active");
  });
});

describe("patterns that cannot work", () => {
  it("are reported with their skill", () => {
    const { diagnostics } = build([
      skill("a", "project", { paths: ["[x", "*.ts"] }),
      skill("b", "user", { paths: ["!x"] }),
    ]);
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["invalid-path-pattern", "/project/a/SKILL.md"],
      ["paths-select-nothing", "/user/b/SKILL.md"],
    ]);
  });
});
