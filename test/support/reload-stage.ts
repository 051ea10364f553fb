/** Live reload under a test's control: changes are announced and pauses end when the test says so. */
import type { FileSystem, Timer, Watcher, WatchListener, WatchTarget } from "../../src/engine/index.ts";
import type { OpenSkillsOptions } from "../../src/open-skills.ts";
import { openTree } from "./open-tree.ts";

/** A watcher whose changes the test announces, and a timer that rings when the test says so. */
export function createReloadStage(options: { readonly fails?: number } = {}) {
  const watched: string[] = [];
  const targets: WatchTarget[] = [];
  let listener: WatchListener | undefined;
  let pauses: { readonly delayMs: number; run(): void }[] = [];
  let failures = options.fails ?? 0;
  let closed = 0;
  const watcher: Watcher = {
    async watch(directories, own) {
      if (failures-- > 0) throw new Error("no more watches");
      watched.push(...directories.map(({ path }) => path));
      targets.push(...directories);
      listener = own;
      return {
        async add(more) {
          watched.push(...more.map(({ path }) => path));
          targets.push(...more);
        },
        async close() {
          closed += 1;
        },
      };
    },
  };
  const timer: Timer = {
    start(delayMs, run) {
      const pause = { delayMs, run };
      pauses.push(pause);
      return () => {
        pauses = pauses.filter((each) => each !== pause);
      };
    },
  };
  return {
    ports: { watcher, timer },
    /** Paths. */
    watched,
    targets,
    change: (path: string) => listener?.onChange(path),
    fail: (error: unknown) => listener?.onError(error),
    pauses: () => pauses.map(({ delayMs }) => delayMs),
    closed: () => closed,
    ring() {
      const due = pauses;
      pauses = [];
      for (const pause of due) pause.run();
    },
  };
}

/** Opens and watches; `settle` lets the pause end and waits for the reload. */
export async function openWatched(
  fileSystem: FileSystem,
  stage = createReloadStage(),
  options: Partial<OpenSkillsOptions> = {},
) {
  const engine = await openTree({}, { fileSystem, ...stage.ports, ...options });
  await engine.watch();
  const settle = async () => {
    const changed = new Promise<void>((resolve) => {
      const stop = engine.onChanged(() => {
        stop();
        resolve();
      });
    });
    stage.ring();
    await changed;
    // Listeners are told before the reload's last step.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { engine, stage, settle };
}
