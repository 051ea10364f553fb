/** Remembers what the model has been told of the skills, so that each message tells only what is new. */
import { formatListing, type ListingCut, type ListingEntry, type ListingLimits } from "./listing.ts";
import { defuseReminderTags, foldToLine, formatReminder } from "./reminder.ts";

export interface ListingUpdate {
  /** A complete `<system-reminder>`, never longer than the budget. */
  readonly reminder: string;
  readonly cut: ListingCut;
}

export interface ListingState {
  /**
   * What is new, changed or gone since the last call, or undefined. Counts as told from then on. With `isPartial` the entries
   * are not all there are, so that none is told to be gone.
   */
  next(
    entries: readonly ListingEntry[],
    limits: ListingLimits,
    options?: { readonly isPartial?: boolean },
  ): ListingUpdate | undefined;
  /** Tells these alone, where they are new or changed; whatever else there is to tell waits for `next`. */
  announce(entries: readonly ListingEntry[], limits: ListingLimits): ListingUpdate | undefined;
  /** Forgets everything: the next call tells all. */
  reset(): void;
  /** By name, a text that changes with what the entry says. */
  save(): Readonly<Record<string, string>>;
}

const ALL_HEADER = "The following skills are available for use with the Skill tool:";
const NEW_HEADER = "The following skills are now also available for use with the Skill tool:";
const GONE_HEADER = "The following skills are no longer available:";

/** The tags and the blank lines between the parts count against the budget like everything else. */
const FRAME = formatReminder("").length + "\n\n".length * 2;

/** Creates the state, as new or from `save()`. Entries are told in the order given. */
export function createListingState(saved: Readonly<Record<string, string>> = {}): ListingState {
  let told: Map<string, Told> = new Map(Object.entries(saved));
  let isFirst = told.size === 0;

  const tell = (
    what: { readonly fresh: readonly ListingEntry[]; readonly gone: readonly string[]; readonly header: string },
    limits: ListingLimits,
  ): ListingUpdate | undefined => {
    const { fresh, gone, header } = what;
    const room = Math.max(0, limits.budget - FRAME);
    // What is gone is said first, in at most half of the room: calls to it would fail.
    const removals = gone.length === 0 ? "" : formatGone(gone, fresh.length === 0 ? room : Math.floor(room / 2));
    const budget = Math.max(0, room - removals.length - header.length);
    const { lines, cut } = formatListing(fresh, { ...limits, budget });
    const additions = lines.length === 0 ? "" : `${header}\n\n${lines.join("\n")}`;
    const sections = [additions, removals].filter((section) => section !== "");
    return sections.length === 0 ? undefined : { reminder: formatReminder(sections.join("\n\n")), cut };
  };

  return {
    next(entries, limits, { isPartial = false } = {}) {
      const before = told;
      const fresh =
        before.size === 0 ? entries : entries.filter((entry) => !saysTheSame(before.get(entry.name), entry));
      told = isPartial ? new Map(before) : new Map();
      for (const entry of entries) told.set(entry.name, entry);
      const isGone = (name: string) => !told.has(name);
      const gone = [...before.keys()].filter(isGone).sort(compareText);
      const header = isFirst ? ALL_HEADER : NEW_HEADER;
      isFirst = false;
      return fresh.length === 0 && gone.length === 0 ? undefined : tell({ fresh, gone, header }, limits);
    },
    announce(entries, limits) {
      const fresh = entries.filter((entry) => !saysTheSame(told.get(entry.name), entry));
      for (const entry of fresh) told.set(entry.name, entry);
      return fresh.length === 0 ? undefined : tell({ fresh, gone: [], header: NEW_HEADER }, limits);
    },
    reset() {
      told = new Map();
      isFirst = true;
    },
    save() {
      const marks = [...told].map(([name, entry]) => [name, fingerprint(entry)] as const);
      // Kept, so that a conversation that is saved after each message takes them once.
      told = new Map(marks);
      return Object.fromEntries(marks);
    },
  };
}

/** What is known of something told: the entry, or of a restored one its fingerprint. */
type Told = ListingEntry | string;

function saysTheSame(known: Told | undefined, entry: ListingEntry): boolean {
  if (known === undefined) return false;
  if (typeof known === "string") return known === fingerprint(entry);
  if (known.nameOnly || entry.nameOnly) return known.nameOnly === entry.nameOnly;
  return known.description === entry.description && known.whenToUse === entry.whenToUse;
}

/** A short text that changes with what the entry says, so that the state of many skills stays small. */
function fingerprint(entry: Told): string {
  if (typeof entry === "string") return entry;
  if (entry.nameOnly) return "-";
  const text = `${entry.description}\n${entry.whenToUse ?? ""}`;
  // FNV-1a, 32 bits, over UTF-16 units, together with the length: an accident would cost a re-announcement at most.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return `${text.length.toString(36)}.${hash.toString(36)}`;
}

/** Within the budget; empty when not even the header and a count fit. */
function formatGone(names: readonly string[], budget: number): string {
  const rest = (count: number) => `… and ${count} more`;
  const lines: string[] = [];
  let left = budget - GONE_HEADER.length - 2 - rest(names.length).length - 1;
  if (left < 0) return "";
  for (const name of names) {
    const line = `- ${defuseReminderTags(foldToLine(name))}`;
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  if (lines.length < names.length) lines.push(rest(names.length - lines.length));
  return `${GONE_HEADER}\n\n${lines.join("\n")}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
