/** Fits the list of skills into its budget: names first, then as much of each description as there is room for. */
import { defuseReminderTags, foldToLine } from "./reminder.ts";

/** One skill as the model is told of it. */
export interface ListingEntry {
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
  /** Entries whose text is not cut to make room for others: the bundled skills. */
  readonly isProtected: boolean;
  /** Listed by name alone. */
  readonly nameOnly: boolean;
  /** When not even all names fit, entries of more weight stay. Absent: none. */
  readonly weight?: number;
  /** Of entries of one weight those nearer to the work stay. Absent: nowhere near. */
  readonly distance?: number;
}

export interface ListingLimits {
  /** Code points of one entry's text, `description` and `when_to_use` together, the mark of a cut included. */
  readonly maxDescriptionChars: number;
  /** Code points of all lines, each with its line break. */
  readonly budget: number;
}

export interface Listing {
  /** One line each, in the order given; the last may say how many more there are. */
  readonly lines: readonly string[];
  readonly cut: ListingCut;
}

/** What the budget left out; the cap of one entry does not count. */
export interface ListingCut {
  /** Entries whose text was shortened. */
  readonly shortened: number;
  /** Entries whose text was dropped whole. */
  readonly namesOnly: number;
  /** Entries that are not in the list at all. */
  readonly unlisted: number;
  /** Code points of text that were left out of listed entries. */
  readonly characters: number;
}

const CUT_MARK = "…";
const CHARACTERS_PER_TOKEN = 4;
const SHARE_OF_WINDOW = 0.01;
const DEFAULT_BUDGET = 8000;

/** The budget in characters: as set, else 1 % of the context window, else 8,000. */
export function resolveListingBudget(setting: number | undefined, contextWindow: number | undefined): number {
  if (setting !== undefined) return setting;
  if (contextWindow === undefined) return DEFAULT_BUDGET;
  return Math.floor(contextWindow * CHARACTERS_PER_TOKEN * SHARE_OF_WINDOW);
}

/**
 * Formats entries as `- name: description - when_to_use`, one line each, in the order given. Over budget, protected entries
 * keep their text and the others share what is left: everybody gets the same, and what a short one does not need goes to
 * the longer ones. When even the protected ones do not fit they share too. Names stay as long as the names alone fit; past
 * that those of most weight stay, of these the nearest, else the first ones, and a last line says how many more there are.
 * The budget is never exceeded. Pure.
 */
export function formatListing(entries: readonly ListingEntry[], limits: ListingLimits): Listing {
  if (entries.length === 0) return { lines: [], cut: { shortened: 0, namesOnly: 0, unlisted: 0, characters: 0 } };
  const heads: string[] = [];
  let room = limits.budget;
  for (const entry of entries) {
    const head = toHead(entry);
    heads.push(head);
    room -= lengthOf(head) + 1;
    // Of very many entries only those that can be listed are worth a look.
    if (room < 0) return listSomeNames(entries, heads, limits.budget);
  }

  const texts = entries.map((entry) => toText(entry, limits.maxDescriptionChars));
  const needs = texts.map((text) => (text === "" ? 0 : lengthOf(text) + SEPARATOR.length));
  const allowances = shareRoom(needs, { room, isProtected: (index) => entries[index]?.isProtected === true });
  const cut = { shortened: 0, namesOnly: 0, unlisted: 0, characters: 0 };
  const lines = heads.map((head, index) => {
    const [text = "", need = 0, allowance = 0] = [texts[index], needs[index], allowances[index]];
    if (need <= allowance) return text === "" ? head : head + SEPARATOR + text;
    const kept = cutText(text, allowance - SEPARATOR.length);
    cut.characters += need - SEPARATOR.length - Math.max(0, lengthOf(kept) - CUT_MARK.length);
    if (kept === "") cut.namesOnly += 1;
    else cut.shortened += 1;
    return kept === "" ? head : head + SEPARATOR + kept;
  });
  return { lines, cut };
}

/** `: ` stands between name and text. */
const SEPARATOR = ": ";

/** Defused before it is measured, because defusing makes it longer. */
function toLine(text: string): string {
  return defuseReminderTags(foldToLine(text));
}

function toHead(entry: ListingEntry): string {
  return `- ${toLine(entry.name)}`;
}

function toText(entry: ListingEntry, cap: number): string {
  if (entry.nameOnly) return "";
  const parts = [toLine(entry.description), toLine(entry.whenToUse ?? "")];
  return cutText(parts.filter((part) => part !== "").join(" - "), cap);
}

/** Code points. */
function lengthOf(text: string): number {
  if (!ANY_FIRST_HALF.test(text)) return text.length;
  let length = text.length;
  for (let index = 0; index < text.length; index++) if (isFirstHalf(text, index)) length -= 1;
  return length;
}

/** The text when it fits, else its beginning with the mark of the cut; empty when not even one character would stay. */
function cutText(text: string, length: number): string {
  if (text.length <= length || lengthOf(text) <= length) return text;
  if (length < 2) return "";
  return `${text.slice(0, unitsOf(text, length - 1)).trimEnd()}${CUT_MARK}`;
}

/** How many UTF-16 units the first so many code points take; the text has more of them. */
function unitsOf(text: string, points: number): number {
  let units = 0;
  for (let count = 0; count < points; count += 1) units += isFirstHalf(text, units) ? 2 : 1;
  return units;
}

const ANY_FIRST_HALF = /[\ud800-\udbff]/;

/** Lone halves are gone since the text was folded, so each first half stands for a pair. */
function isFirstHalf(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function shareRoom(
  needs: readonly number[],
  { room, isProtected }: { readonly room: number; readonly isProtected: (index: number) => boolean },
): readonly number[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  if (sum(needs) <= room) return needs;
  const guarded = needs.map((need, index) => (isProtected(index) ? need : 0));
  const left = room - sum(guarded);
  if (left < 0) return shareEqually(needs, room);
  const shared = shareEqually(
    needs.map((need, index) => (isProtected(index) ? 0 : need)),
    left,
  );
  return shared.map((share, index) => share + (guarded[index] ?? 0));
}

/** Water filling: the highest level at which everybody gets `min(need, level)` and the sum fits. */
function shareEqually(needs: readonly number[], room: number): readonly number[] {
  const ascending = needs.filter((need) => need > 0).sort((a, b) => a - b);
  let left = room;
  let level = 0;
  for (const [index, need] of ascending.entries()) {
    level = Math.min(need, Math.floor(left / (ascending.length - index)));
    if (need > level) break;
    left -= need;
  }
  return needs.map((need) => Math.min(need, level));
}

function formatRest(count: number): string {
  return `… and ${count} more: call one by its name, or find it with {"search": "…"}`;
}

/** `heads` are those of the first entries. */
function listSomeNames(entries: readonly ListingEntry[], heads: readonly string[], budget: number): Listing {
  // The closing line is never longer than when nothing else is listed.
  let left = budget - formatRest(entries.length).length - 1;
  const fits = left >= 0;
  const kept: { readonly index: number; readonly head: string }[] = [];
  for (const index of fits ? bestFirst(entries) : []) {
    const head = heads[index] ?? toHead(entries[index] as ListingEntry);
    left -= lengthOf(head) + 1;
    if (left < 0) break;
    kept.push({ index, head });
  }
  const lines = kept.sort((a, b) => a.index - b.index).map(({ head }) => head);
  const listed = lines.length;
  const unlisted = entries.length - listed;
  if (fits) lines.push(formatRest(unlisted));
  return { lines, cut: { shortened: 0, namesOnly: listed, unlisted, characters: 0 } };
}

/** Indices: most weight first, then nearest, then in the order given. */
function bestFirst(entries: readonly ListingEntry[]): Iterable<number> {
  const compare = (a: number, b: number): number => {
    const [one, other] = [entries[a] as ListingEntry, entries[b] as ListingEntry];
    return (other.weight ?? 0) - (one.weight ?? 0) || compareDistances(one.distance, other.distance) || a - b;
  };
  const indices = [...entries.keys()];
  // Most often nothing is used more or nearer than the rest.
  return indices.every((index) => index === 0 || compare(index - 1, index) < 0) ? indices : indices.sort(compare);
}

/** Absent is the farthest. A difference of two infinities would be no number. */
function compareDistances(a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
