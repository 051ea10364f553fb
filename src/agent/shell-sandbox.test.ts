import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bubblewrapWorks } from "../../test/support/bubblewrap-works.ts";
import { mergeSettings } from "./merge-settings.ts";
import type { SettingEntry } from "./parse-settings.ts";
import { describeSandbox, openSandbox } from "./shell-sandbox.ts";

let world: string;
beforeAll(async () => {
  world = await realpath(await mkdtemp(join(tmpdir(), "sandbox-")));
});
afterAll(() => rm(world, { recursive: true, force: true }));

/** A machine whose search path is empty unless another is given. */
function context(
  settings: Readonly<Record<string, unknown>>,
  place: { root?: string; cwd?: string; PATH?: string } = {},
) {
  const { root = world, cwd = root, PATH = "" } = place;
  const origin = { level: "user", path: "settings.json" } as const;
  const entries = Object.entries(settings).map(([key, value]) => ({ key, value, origin }) as SettingEntry);
  return {
    values: mergeSettings(entries).values,
    places: {
      cwd,
      home: join(world, "home"),
      skillfulHome: join(world, "home/.skillful"),
      managedDir: "/etc/skillful",
    },
    root,
    env: { PATH },
  };
}

describe("describeSandbox", () => {
  it("says that it is off", async () => {
    expect(await describeSandbox(context({ "sandbox.mode": "off" }))).toEqual({
      state: "off",
      text: "off by the setting sandbox.mode: commands can do what you can do",
    });
    expect(openSandbox(context({ "sandbox.mode": "off" })).shell).toBeUndefined();
  });

  it.runIf(process.platform === "linux")("says what is missing, and what that means", async () => {
    expect(await describeSandbox(context({}))).toEqual({
      state: "unavailable",
      text: "none, commands can do what you can do: bubblewrap (bwrap) is not on PATH",
      remedy: "install the package bubblewrap, such as with `apt install bubblewrap`",
    });
    expect(await describeSandbox(context({ "sandbox.mode": "on" }))).toMatchObject({
      state: "required",
      text: expect.stringMatching(/^does not work, so commands are refused: /),
    });
  });

  it.runIf(bubblewrapWorks())("says where commands write, and whether the network is on", async () => {
    const settings = { "sandbox.network": false, "permissions.additionalDirectories": "../more" };
    const described = await describeSandbox(context(settings, { PATH: process.env.PATH ?? "" }));
    const added = join(world, "../more");
    const text = `on (bubblewrap): commands write below ${world}, ${added} only, network off`;
    expect(described).toEqual({ state: "on", text });
  });

  it.runIf(bubblewrapWorks())("does not take a home directory in git for the workspace", async () => {
    const cwd = join(world, "home/project");
    const place = { root: join(world, "home"), cwd, PATH: process.env.PATH ?? "" };
    expect((await describeSandbox(context({}, place))).text).toContain(`commands write below ${cwd} only`);
  });
});
