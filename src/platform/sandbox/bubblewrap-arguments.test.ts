import { describe, expect, it } from "vitest";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";
import type { SandboxPlace, SandboxPlan } from "./sandbox-plan.ts";

const place = (kind: SandboxPlace["kind"], path: string, isDirectory = true): SandboxPlace => ({
  kind,
  path,
  isDirectory,
});

const plan = (places: readonly SandboxPlace[], network = true): SandboxPlan => ({
  cwd: "/w",
  network,
  temp: "/tmp/skillful-x",
  places,
});

/** The arguments that mount, `option path`; of binds the place in the sandbox. */
function mounts(places: readonly SandboxPlace[]): readonly string[] {
  const args = bubblewrapArguments(plan(places));
  const first = args.indexOf("/proc") + 1;
  const rest = args.slice(first, args.indexOf("--chdir"));
  const lines: string[] = [];
  for (let at = 0; at < rest.length; ) {
    const option = rest[at] ?? "";
    const isBind = option.endsWith("bind");
    lines.push(
      isBind && rest[at + 1] !== rest[at + 2] ? rest.slice(at, at + 3).join(" ") : `${option} ${rest[at + 1]}`,
    );
    at += isBind ? 3 : 2;
  }
  return lines;
}

describe("bubblewrapArguments", () => {
  it("isolate, mount and change the directory", () => {
    expect(bubblewrapArguments(plan([place("writable", "/w")]))).toEqual([
      "--unshare-user-try",
      "--unshare-pid",
      "--unshare-ipc",
      "--cap-drop",
      "ALL",
      "--ro-bind",
      "/",
      "/",
      "--dev",
      "/dev",
      "--proc",
      "/proc",
      "--bind",
      "/w",
      "/w",
      "--chdir",
      "/w",
      "--",
    ]);
  });

  it("take the network away only where it is off", () => {
    expect(bubblewrapArguments(plan([], false))).toContain("--unshare-net");
    expect(bubblewrapArguments(plan([], true))).not.toContain("--unshare-net");
  });

  it.each<[string, readonly SandboxPlace[], readonly string[]]>([
    [
      "a protected place after the workspace that holds it, its way there anchored",
      [place("read-only", "/w/.git/hooks"), place("anchor", "/w/.git"), place("writable", "/w")],
      ["--bind /w", "--bind /w/.git", "--ro-bind /w/.git/hooks"],
    ],
    [
      "a hidden place in the workspace after it",
      [place("hidden", "/w/.env", false), place("writable", "/w")],
      ["--bind /w", "--ro-bind /dev/null /w/.env"],
    ],
    [
      "a workspace in a hidden place after that, which becomes read-only last of all",
      [place("writable", "/h/.config/w"), place("hidden", "/h/.config")],
      ["--tmpfs /h/.config", "--bind /h/.config/w", "--remount-ro /h/.config"],
    ],
    [
      "of one path the stricter kind last",
      [place("hidden", "/w/x"), place("read-only", "/w/x"), place("writable", "/w/x"), place("visible", "/w/x")],
      ["--ro-bind /w/x", "--bind /w/x", "--ro-bind /w/x", "--tmpfs /w/x", "--remount-ro /w/x"],
    ],
    [
      "the private temporary directory below what is seen of the machine's",
      [place("writable", "/tmp/w"), place("visible", "/tmp/home"), place("shared-temp", "/tmp")],
      ["--bind /tmp/skillful-x /tmp", "--ro-bind /tmp/home", "--bind /tmp/w"],
    ],
    ["nothing for what does not exist", [place("absent", "/w/.envrc", false)], []],
  ])("mount %s", (_, places, expected) => {
    expect(mounts(places)).toEqual(expected);
  });
});
