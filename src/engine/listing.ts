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
 * that those of most weight stay, else the first ones, and a last line says how many more there are. The budget is never exceeded. Pure.
 */
export function formatListing(entries: readonly ListingEntry[], limits: ListingLimits): Listing {
  if (entries.length === 0) return { lines: [], cut: { shortened: 0, namesOnly: 0, unlisted: 0, characters: 0 } };
  const heads = entries.map((entry) => `- ${toLine(entry.name)}`);
  const room = heads.reduce((left, head) => left - lengthOf(head) - 1, limits.budget);
  if (room < 0) return listSomeNames(entries, heads, limits.budget);

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

function toText(entry: ListingEntry, cap: number): string {
  if (entry.nameOnly) return "";
  const parts = [toLine(entry.description), toLine(entry.whenToUse ?? "")];
  return cutText(parts.filter((part) => part !== "").join(" - "), cap);
}

/** Code points. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // Lone halves are gone since the text was folded, so each first half stands for a pair.
    if (unit >= 0xd800 && unit <= 0xdbff) length -= 1;
  }
  return length;
}

/** The text when it fits, else its beginning with the mark of the cut; empty when not even one character would stay. */
function cutText(text: string, length: number): string {
  if (text.length <= length || lengthOf(text) <= length) return text;
  if (length < 2) return "";
  const kept = Array.from(text.slice(0, length * 2))
    .slice(0, length - 1)
    .join("");
  return `${kept.trimEnd()}${CUT_MARK}`;
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

function listSomeNames(entries: readonly ListingEntry[], heads: readonly string[], budget: number): Listing {
  // The closing line is never longer than when nothing else is listed.
  let left = budget - formatRest(heads.length).length - 1;
  const fits = left >= 0;
  const kept = new Set<number>();
  for (const index of fits ? heaviestFirst(entries) : []) {
    left -= lengthOf(heads[index] ?? "") + 1;
    if (left < 0) break;
    kept.add(index);
  }
  const lines = heads.filter((_, index) => kept.has(index));
  const listed = lines.length;
  if (fits) lines.push(formatRest(heads.length - listed));
  return { lines, cut: { shortened: 0, namesOnly: listed, unlisted: heads.length - listed, characters: 0 } };
}

/** Indices; equal ones in the order given. */
function heaviestFirst(entries: readonly ListingEntry[]): readonly number[] {
  const weights = entries.map(({ weight = 0 }) => weight);
  return [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
}
