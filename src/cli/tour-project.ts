/** The example project of the tour, compiled into the program as text, and the temporary directory it is unpacked into. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import greet from "../../examples/tour/.claude/skills/greet/SKILL.md";
import lookAround from "../../examples/tour/.claude/skills/look-around/SKILL.md";
import reactHelper from "../../examples/tour/.claude/skills/react-helper/SKILL.md";
import greeting from "../../examples/tour/src/greeting.tsx?raw";

/** Text by path in the project; the same files lie in `examples/tour`. */
export const TOUR_FILES: Readonly<Record<string, string>> = {
  ".claude/skills/greet/SKILL.md": greet,
  ".claude/skills/look-around/SKILL.md": lookAround,
  ".claude/skills/react-helper/SKILL.md": reactHelper,
  "src/greeting.tsx": greeting,
};

export interface TourProject {
  /** Absolute, links resolved. */
  readonly directory: string;
  /** An empty home directory, so that nothing of the person's own is read or changed. */
  readonly home: string;
  /** Removes everything. */
  dispose(): Promise<void>;
}

/** Unpacks the project into a new temporary directory. */
export async function createTourProject(): Promise<TourProject> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "skillful-tour-")));
  const directory = join(root, "project");
  const home = join(root, "home");
  await mkdir(home);
  // A repository root ends the search for skills here, whatever lies above the temporary directory.
  await mkdir(join(directory, ".git"), { recursive: true });
  for (const [path, text] of Object.entries(TOUR_FILES)) {
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return { directory, home, dispose: () => rm(root, { recursive: true, force: true, maxRetries: 3 }) };
}
