import { describe, expect, it } from "vitest";
import type { Model } from "./models/model.ts";
import { createOverrides } from "./overrides.ts";
import type { InlineOutcome } from "./tool.ts";
import { createToolset } from "./toolset.ts";

const tools = createToolset();
const names = (overrides: ReturnType<typeof createOverrides>) => overrides.narrow(tools).map(({ name }) => name);
const none = { allow: [], disallow: [] };
const outcome = (overrides: InlineOutcome["overrides"]) => ({ skill: { callName: "s" }, overrides }) as InlineOutcome;
const allowed = (overrides: ReturnType<typeof createOverrides>) => overrides.grants().map(({ text }) => text);
const small = { id: "test/small" } as Model;

describe("createOverrides", () => {
  it("changes nothing at first, and nothing any more after a reset", () => {
    const overrides = createOverrides();
    const all = tools.map(({ name }) => name);
    expect(names(overrides)).toEqual(all);
    overrides.apply(outcome({ effort: "low", allow: ["Read"], disallow: ["Bash"], restrict: ["Read"] }), small);
    expect(names(overrides)).toEqual(["Read"]);
    expect([overrides.model(), overrides.effort(), allowed(overrides)]).toEqual([small, "low", ["Read"]]);
    overrides.reset();
    expect(names(overrides)).toEqual(all);
    expect([overrides.model(), overrides.effort(), allowed(overrides)]).toEqual([undefined, undefined, []]);
  });

  it("lets the latest model and effort win, adds grants up, and never gives a removed tool back", () => {
    const overrides = createOverrides();
    overrides.apply(
      outcome({ effort: "low", allow: ["Read"], disallow: ["bash"], restrict: ["bash", "read_file", "Grep"] }),
      small,
    );
    overrides.apply(outcome({ ...none, allow: ["Grep"], restrict: ["Read", "Edit"] }), undefined);
    expect(names(overrides)).toEqual(["Read"]);
    expect([overrides.model(), overrides.effort(), allowed(overrides)]).toEqual([small, "low", ["Read", "Grep"]]);
    overrides.apply(outcome({ ...none, effort: "max" }), undefined);
    expect(overrides.effort()).toBe("max");
  });
});
