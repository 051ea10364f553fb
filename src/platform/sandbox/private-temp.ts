/** The temporary directory that commands in the sandbox have for themselves, for as long as a session lasts. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PrivateTemp {
  /** Absolute and real; made at the first call. Rejects with the file system's error. */
  path(): Promise<string>;
  /** Never rejects. */
  remove(): Promise<void>;
}

/** `base`: where it is made; default: where the machine keeps temporary files. */
export function createPrivateTemp(base: string = tmpdir()): PrivateTemp {
  let made: Promise<string> | undefined;
  return {
    async path() {
      made ??= realpath(base).then((real) => mkdtemp(join(real, "skillful-")));
      try {
        return await made;
      } catch (error) {
        // The next command may find a disk that is no longer full.
        made = undefined;
        throw error;
      }
    },
    async remove() {
      const path = await made?.catch(() => undefined);
      made = undefined;
      // What cannot be removed is left to the machine, which clears its temporary files.
      if (path !== undefined) await rm(path, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/**
 * The variables that lead programs to it, and caches without which common tools do not work at all into it: they cannot be
 * written in the home directory. A cache that the person has put elsewhere stays there.
 */
export function temporaryVariables(
  temp: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const caches = { npm_config_cache: "npm-cache", GOCACHE: "go-build", UV_CACHE_DIR: "uv-cache" };
  const moved = Object.entries(caches).filter(([name]) => env[name] === undefined);
  return {
    TMPDIR: temp,
    TMP: temp,
    TEMP: temp,
    ...Object.fromEntries(moved.map(([name, folder]) => [name, join(temp, folder)])),
  };
}
