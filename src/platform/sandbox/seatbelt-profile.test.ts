import { describe, expect, it } from "vitest";
import type { SandboxPlace } from "./sandbox-plan.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

const place = (kind: SandboxPlace["kind"], path: string): SandboxPlace => ({ kind, path, isDirectory: true });
const profile = (places: readonly SandboxPlace[], network = true) =>
  seatbeltProfile({ cwd: "/w", network, temp: "/private/tmp/t", places });

/** The rules that the places make, without those that every profile has. */
function rulesOf(places: readonly SandboxPlace[]): readonly string[] {
  const common = new Set(profile([]).split("\n"));
  return profile(places)
    .split("\n")
    .filter((line) => !common.has(line));
}

describe("seatbeltProfile", () => {
  it("is a whole profile", () => {
    expect(profile([place("writable", "/w"), place("hidden", "/h/.ssh")], false)).toMatchInlineSnapshot(`
      "(version 1)
      (allow default)
      (deny file-write*)
      (allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom") (literal "/dev/stdout") (literal "/dev/stderr") (literal "/dev/tty") (subpath "/dev/fd"))
      (deny network*)
      (allow file-read* file-write* (subpath "/w"))
      (deny file-write-unlink (literal "/w"))
      (deny file-read* file-write* network-outbound (subpath "/h/.ssh"))
      (deny appleevent-send)
      (deny lsopen)
      (deny job-creation)
      (deny signal)
      (allow signal (target same-sandbox))
      "
    `);
  });

  it("leaves the network alone where it is on", () => {
    expect(profile([], true)).not.toContain("(deny network*)");
  });

  it.each<[string, readonly SandboxPlace[], readonly string[]]>([
    [
      "keeps a protected place, and the way to it in its place",
      [place("read-only", "/w/.git/hooks"), place("anchor", "/w/.git")],
      ['(deny file-write-unlink (literal "/w/.git"))', '(deny file-write* (subpath "/w/.git/hooks"))'],
    ],
    [
      "keeps what does not exist from coming to exist, in any case",
      [place("absent", "/w/.envrc")],
      ['(deny file-write* (regex #"^/[wW]/\\.[eE][nN][vV][rR][cC](/|$)"))'],
    ],
    [
      "lets the deeper place win",
      [place("writable", "/h/.x/w"), place("hidden", "/h/.x")],
      [
        '(deny file-read* file-write* network-outbound (subpath "/h/.x"))',
        '(allow file-read* file-write* (subpath "/h/.x/w"))',
        '(deny file-write-unlink (literal "/h/.x/w"))',
      ],
    ],
    [
      "lets the stricter kind win",
      [place("hidden", "/w"), place("writable", "/w")],
      [
        '(allow file-read* file-write* (subpath "/w"))',
        '(deny file-write-unlink (literal "/w"))',
        '(deny file-read* file-write* network-outbound (subpath "/w"))',
      ],
    ],
    [
      "quotes what a path may hold",
      [place("read-only", '/w/a"b\\c) (allow default')],
      ['(deny file-write* (subpath "/w/a\\"b\\\\c) (allow default"))'],
    ],
    [
      "cannot be left through an expression",
      [place("absent", '/(a+)"\\é1')],
      ['(deny file-write* (regex #"^/\\([aA]\\+\\).+.+.+1(/|$)"))'],
    ],
    ["has nothing to mount", [place("shared-temp", "/private/tmp"), place("visible", "/private/tmp/home")], []],
  ])("%s", (_, places, expected) => {
    expect(rulesOf(places)).toEqual(expected);
  });
});
