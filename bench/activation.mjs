/** Activation: one check among many conditional skills, against one matcher for each skill tried in turn (Q2). */
import { join } from "node:path";
import ignore from "ignore";
import { compileActivation, openSkills } from "../dist/index.js";
import { createPath, createRandom, writeSkills } from "./generate-skills.mjs";
import { measureInTurn } from "./measure.mjs";

/** Throws when the two disagree about a single path: a fast wrong answer is worth nothing. */
export async function benchActivation(scratch, { count, checks, rounds }) {
  const cwd = join(scratch, `conditional-${count}`);
  writeSkills(join(cwd, ".claude/skills"), count, { conditional: true });
  const engine = await openSkills({
    cwd,
    home: join(scratch, "home"),
    trusted: true,
    settings: { skills: { bundled: false } },
  });
  const skills = engine.list().map((entry) => entry.skill ?? entry);
  await engine.close();
  if (skills.length !== count) throw new Error(`${skills.length} of ${count} skills were loaded`);

  const random = createRandom(7);
  const paths = Array.from({ length: checks }, () => createPath(random));
  const index = compileActivation(skills);
  const matchers = skills.map((skill) => ({ skill, matcher: ignore().add([...skill.paths]) }));
  const loop = (path) => matchers.filter(({ matcher }) => matcher.ignores(path)).map(({ skill }) => skill);

  let matches = 0;
  for (const path of paths) {
    const fast = names(index.match(path));
    const slow = names(loop(path));
    if (fast.join() !== slow.join()) throw new Error(`${path}: the index says [${fast}], the loop says [${slow}]`);
    matches += fast.length;
  }

  // The loop remembers what it said about a path; fresh paths keep the comparison about the work itself.
  const fresh = () => Array.from({ length: checks }, () => createPath(random).replace(".", `-${random()}.`));
  const { compiled, looped } = await measureInTurn(rounds, {
    compiled: () => timeEach(fresh(), (path) => index.match(path)),
    looped: () => timeEach(fresh(), loop),
  });
  return [
    [`loop / index, one check among ${count} (${matches} equal matches)`, looped / compiled, "at least 50", compiled],
  ];
}

/** Milliseconds for one path. */
function timeEach(paths, check) {
  const started = performance.now();
  for (const path of paths) check(path);
  return (performance.now() - started) / paths.length;
}

function names(skills) {
  return skills.map((skill) => skill.name).sort();
}
