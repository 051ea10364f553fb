/** Resolves what a person or a model typed to a skill: exact names first, then labels, then any case. */
import { nearNames } from "./near-names.ts";
import type { Skill } from "./types.ts";

export type NameResolution =
  | {
      readonly kind: "found";
      readonly skill: Skill;
      /** Nested skills of the same bare name, when the owner was meant by it. */
      readonly variants: readonly Skill[];
    }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Skill[] }
  /** Suggestions are looked for when they are asked for. */
  | { readonly kind: "unknown"; readonly suggestions: readonly string[] };

/** `project:name` for a skill of a parent directory, which is told apart from others by its place in the repository. */
export function projectName({ source, qualifier, name }: Skill): string | undefined {
  return source === "project" && qualifier !== source ? `${source}:${name}` : undefined;
}

/** Most labels have one holder; a set for each would be most of the work. */
type Labels = Map<string, Skill | Set<Skill>>;

interface Names {
  readonly exact: ReadonlyMap<string, Skill>;
  /** By bare name. */
  readonly variants: ReadonlyMap<string, readonly Skill[]>;
}

/**
 * Compiles the lookup. A bare name and a qualified name each belong to exactly one skill. Aliases, directory names, the
 * `name` field as written and bare names of plugin skills resolve as long as only one skill answers to them; a skill that
 * is shadowed answers to its qualified name alone. When nothing matches exactly, a match that differs in case is taken if
 * there is only one. Names are nothing but keys here.
 */
export function createNameLookup(skills: readonly Skill[]): (name: string) => NameResolution {
  // Each is built on the first lookup that gets so far: most do not.
  let names: Names | undefined;
  let labels: Labels | undefined;
  let anyCase: { readonly exact: Labels; readonly labels: Labels } | undefined;

  const found = (skill: Skill, { variants }: Names): NameResolution => ({
    kind: "found",
    skill,
    variants: skill.callName === skill.name ? (variants.get(skill.name) ?? []) : [],
  });
  const choose = (known: Names, holders: Skill | ReadonlySet<Skill> | undefined): NameResolution | undefined => {
    const [first, ...others] = holders instanceof Set ? holders : [holders as Skill | undefined];
    if (first === undefined) return undefined;
    return others.length === 0 ? found(first, known) : { kind: "ambiguous", candidates: [first, ...others] };
  };

  return (typed) => {
    const name = normalizeName(typed);
    names ??= collectNames(skills);
    const owner = names.exact.get(name);
    if (owner !== undefined) return found(owner, names);
    labels ??= collectLabels(skills);
    const labelled = choose(names, labels.get(name));
    if (labelled !== undefined) return labelled;
    anyCase ??= { exact: foldExact(names.exact), labels: foldLabels(labels) };
    const folded = foldName(name);
    const inAnyCase = choose(names, anyCase.exact.get(folded) ?? anyCase.labels.get(folded));
    if (inAnyCase !== undefined) return inAnyCase;
    return {
      kind: "unknown",
      get suggestions() {
        const callable = skills.filter((skill) => skill.shadowedBy === undefined);
        return nearNames(
          name,
          callable.map((skill) => skill.callName),
        );
      },
    };
  };
}

/** Blanks around the name and one leading `/` do not belong to it. */
function normalizeName(typed: string): string {
  const trimmed = typed.trim();
  return trimmed.startsWith("/") ? trimmed.slice(1) : trimmed;
}

/** Composing changes nothing. */
const IN_ASCII = /^[ -~]*$/;

/** Without case, and with accents composed: keyboards and file systems differ in how they write them. */
function foldName(name: string): string {
  return (IN_ASCII.test(name) ? name : name.normalize("NFC")).toLowerCase();
}

/** A nested skill that answers to a qualified name because its bare name has an owner. */
function isVariant(skill: Skill): boolean {
  return skill.source === "nested" && skill.callName !== skill.name;
}

function collectNames(skills: readonly Skill[]): Names {
  const exact = new Map<string, Skill>();
  const variants = new Map<string, Skill[]>();
  for (const skill of skills) {
    exact.set(skill.qualifiedName, skill);
    if (skill.shadowedBy !== undefined) continue;
    exact.set(skill.callName, skill);
    if (isVariant(skill)) variants.set(skill.name, [...(variants.get(skill.name) ?? []), skill]);
  }
  // The nearest of a project has this name from wherever in the project it is called.
  for (const skill of skills) {
    const name = projectName(skill);
    if (name !== undefined && !exact.has(name)) exact.set(name, skill);
  }
  return { exact, variants };
}

function collectLabels(skills: readonly Skill[]): Labels {
  const labels: Labels = new Map();
  for (const skill of skills) {
    if (skill.shadowedBy !== undefined) continue;
    for (const label of labelsOf(skill)) addLabel(labels, label, skill);
  }
  return labels;
}

function labelsOf(skill: Skill): string[] {
  const labels = [skill.directoryName, ...skill.aliases];
  if (skill.displayName !== undefined) labels.push(skill.displayName);
  // A nested variant's bare name has an owner; a plugin's may be free.
  if (!isVariant(skill)) labels.push(skill.name);
  return labels;
}

function addLabel(labels: Labels, label: string, skill: Skill): void {
  const holders = labels.get(label);
  if (holders === undefined) labels.set(label, skill);
  else if (holders instanceof Set) holders.add(skill);
  else if (holders !== skill) labels.set(label, new Set([holders, skill]));
}

function foldExact(exact: ReadonlyMap<string, Skill>): Labels {
  const folded: Labels = new Map();
  for (const [name, skill] of exact) addLabel(folded, foldName(name), skill);
  return folded;
}

function foldLabels(labels: Labels): Labels {
  const folded: Labels = new Map();
  for (const [label, holders] of labels) {
    for (const skill of holders instanceof Set ? holders : [holders]) addLabel(folded, foldName(label), skill);
  }
  return folded;
}
