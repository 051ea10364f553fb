/** Loads the program's files through a cache of compiled code, so that a start need not compile a megabyte again. */
import { isAscii } from "node:buffer";
import { readFileSync } from "node:fs";
import module, { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { constants, Script } from "node:vm";
import { openCodeCache } from "./code-cache.ts";

export interface LoadProgramOptions {
  /** The CommonJS file to begin with. */
  readonly file: string;
  /** Where compiled code is kept. Made when there is something to keep. */
  readonly cacheDir: string;
  /** Compile as if nothing was kept, and keep nothing. Default false. */
  readonly disabled?: boolean;
}

/** What Node 22.8 and newer add. */
interface NodeModules {
  readonly enableCompileCache?: (directory: string) => unknown;
}

/** What Node gives to a CommonJS module (https://nodejs.org/api/modules.html#the-module-wrapper). */
const WRAPPER = "exports, require, module, __filename, __dirname";

/** What the file exports. Since Node 22.8 the compile cache is Node's own; before that, this module's. */
export function loadProgram({ file, cacheDir, disabled = false }: LoadProgramOptions): unknown {
  const require = createRequire(file);
  if (disabled) return require(file);
  const { enableCompileCache } = module as NodeModules;
  if (enableCompileCache !== undefined) {
    enableCompileCache(cacheDir);
    return require(file);
  }
  const cache = openCodeCache(join(cacheDir, `node-${process.version}-${process.arch}`));
  process.once("exit", cache.save);

  const loaded = new Map<string, { exports: unknown }>();
  const load = (path: string): unknown => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const loading = { exports: {} as unknown };
    loaded.set(path, loading);
    const source = readFileSync(path);
    const slot = cache.slot(basename(path), source);
    const { data: cachedData } = slot;
    // The build writes ASCII; without this V8 would hold each text in twice the memory (tsdown.config.ts).
    const text = source.toString(isAscii(source) ? "latin1" : "utf8");
    const script = new Script(`(function (${WRAPPER}) {${text}\n})`, {
      filename: path,
      ...(cachedData && { cachedData }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    slot.fill({ script, isFresh: cachedData === undefined || script.cachedDataRejected === true });
    const run = script.runInThisContext() as (...args: unknown[]) => void;
    const requireFrom = (id: string): unknown => (id.startsWith("./") ? load(join(dirname(path), id)) : require(id));
    run(loading.exports, requireFrom, loading, path, dirname(path));
    return loading.exports;
  };
  return load(file);
}
