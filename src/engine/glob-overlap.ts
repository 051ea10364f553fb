/** Tells whether a pattern that the shell would expand may name a file that a path rule speaks of. */

/** `gap` stands for any number of segments. */
export type SegmentPattern = "gap" | string;

type Atom = "many" | "one" | { readonly character: string };

/**
 * True when some path fits `glob`, the segments of a shell's pattern, and is what `rule` describes or lies in it. Where it
 * is not sure it says true. Bounded by the product of the lengths.
 */
export function mayMeet(rule: readonly SegmentPattern[], glob: readonly string[]): boolean {
  let row = close([0], rule);
  for (const segment of glob) {
    if (row.has(rule.length)) return true;
    const next: number[] = [];
    for (const at of row) {
      const pattern = rule[at];
      if (pattern === "gap") next.push(at);
      else if (pattern !== undefined && segmentsMayMeet(pattern, segment)) next.push(at + 1);
    }
    row = close(next, rule);
  }
  return row.has(rule.length);
}

/** A gap may also stand for nothing. */
function close(positions: readonly number[], rule: readonly SegmentPattern[]): ReadonlySet<number> {
  const row = new Set(positions);
  // What is added while the set is walked is visited too.
  for (const at of row) if (rule[at] === "gap") row.add(at + 1);
  return row;
}

/** True when some name fits both patterns. `*` of a shell does not stand for a name that begins with a dot. */
export function segmentsMayMeet(rule: string, glob: string): boolean {
  if (rule.startsWith(".") && /^[*?[]/.test(glob)) return false;
  const [a, b] = [readAtoms(rule), readAtoms(glob)];
  return walkBoth(a, b);
}

/** Both sides may hold gaps: positions are pairs. */
function walkBoth(a: readonly Atom[], b: readonly Atom[]): boolean {
  let row = new Set([0]);
  for (let at = 0; at <= a.length; at++) {
    const next = new Set<number>();
    const atom = a[at];
    // Sets grow while they are walked: what is added is visited too.
    for (const to of row) {
      const other = b[to];
      if (other === "many") row.add(to + 1);
      if (atom === "many") {
        next.add(to);
        if (other !== undefined) row.add(to + 1);
      } else if (atom !== undefined) {
        if (other === "many") next.add(to);
        else if (other !== undefined && atomsMeet(atom, other)) next.add(to + 1);
      }
    }
    if (at === a.length) return row.has(b.length);
    row = next;
  }
  return false;
}

function atomsMeet(a: Atom, b: Atom): boolean {
  if (typeof a === "string" || typeof b === "string") return true;
  return a.character === b.character;
}

function readAtoms(segment: string): readonly Atom[] {
  const atoms: Atom[] = [];
  const characters = [...segment.toLowerCase()];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const closing = character === "[" ? characters.indexOf("]", at + 2) : -1;
    if (character === "*") atoms.push("many");
    else if (character === "?") atoms.push("one");
    else if (closing > 0) {
      atoms.push("one");
      at = closing;
    } else if (character === "\\" && at + 1 < characters.length) atoms.push({ character: characters[++at] as string });
    else atoms.push({ character });
  }
  return atoms;
}
