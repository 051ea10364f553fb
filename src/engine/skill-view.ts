/** One session's view of the catalog: with its nested roots, and with the skills that its files have activated. */
import { type ActivationIndex, compileActivation } from "./activation.ts";
import { type Catalog, nestedSkills } from "./catalog.ts";
import { isConditional } from "./is-conditional.ts";
import { buildRegistry, type Registry } from "./registry.ts";
import type { SkillEntry } from "./session.ts";
import type { EngineSettings } from "./settings.ts";
import { initialState } from "./skill-state.ts";
import type { Diagnostic, Skill, SkillState } from "./types.ts";

export interface SkillView {
  /** As the catalog stands now. */
  registry(): Registry;
  /** Compiled on first use, and again when the registry has changed. */
  activation(): ActivationIndex;
  state(skill: Skill): SkillState;
  /** True while a skill with conditions has met no matching file, whatever else is true of it. */
  isWaiting(skill: Skill): boolean;
  /** All skills with their states, in registry order. The same array until something changes. */
  entries(): readonly SkillEntry[];
  /** Problems of the nested roots in view. */
  diagnostics(): readonly Diagnostic[];
  /** Takes skills out of waiting. Returns those that were waiting. */
  activate(skills: readonly Skill[]): readonly Skill[];
  /** Adds nested roots by path; the catalog has loaded them. */
  addRoots(paths: readonly string[]): void;
  roots(): readonly string[];
  activated(): readonly string[];
  /** Back to the state without files. */
  clear(): void;
}

export interface SkillViewOptions {
  readonly catalog: Catalog;
  readonly settings: EngineSettings;
  readonly roots: readonly string[];
  /** Paths of skill files. */
  readonly activated: readonly string[];
}

/** Creates the view. Skills are remembered by the path of their file, which a reload does not change. */
export function createSkillView({ catalog, settings, ...initial }: SkillViewOptions): SkillView {
  let roots = [...initial.roots];
  let activated = new Set(initial.activated);
  /** What the registry was made of. */
  let origin: readonly unknown[] = [];
  let registry: Registry | undefined;
  let activation: ActivationIndex | undefined;
  let entries: readonly SkillEntry[] | undefined;

  const forget = () => {
    registry = undefined;
    activation = undefined;
    entries = undefined;
  };
  const view: SkillView = {
    registry() {
      const snapshot = catalog.current();
      const current = [snapshot.registry, ...roots.map((path) => snapshot.nested.get(path))];
      if (current.length !== origin.length || current.some((part, index) => part !== origin[index])) forget();
      origin = current;
      if (registry !== undefined) return registry;
      const nested = nestedSkills(snapshot, roots);
      registry =
        nested.length === 0 ? snapshot.registry : buildRegistry([...snapshot.loaded.skills, ...nested], settings);
      return registry;
    },
    activation() {
      const { skills } = view.registry();
      activation ??= compileActivation(skills.filter((skill) => initialState(skill, settings) !== "disabled"));
      return activation;
    },
    state(skill) {
      const state = initialState(skill, settings);
      return state === "waiting" && activated.has(skill.path) ? "active" : state;
    },
    isWaiting: (skill) => isConditional(skill) && !activated.has(skill.path),
    entries() {
      const { skills } = view.registry();
      entries ??= skills.map((skill) => ({ skill, state: view.state(skill) }));
      return entries;
    },
    diagnostics: () => roots.flatMap((path) => catalog.current().nested.get(path)?.diagnostics ?? []),
    activate(skills) {
      const woken = skills.filter((skill) => view.isWaiting(skill));
      for (const skill of woken) activated.add(skill.path);
      if (woken.length > 0) entries = undefined;
      return woken;
    },
    addRoots(paths) {
      const added = paths.filter((path) => !roots.includes(path));
      if (added.length === 0) return;
      roots = [...roots, ...added];
      forget();
    },
    roots: () => roots,
    activated: () => [...activated],
    clear() {
      roots = [];
      activated = new Set();
      forget();
    },
  };
  return view;
}
