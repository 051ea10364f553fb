/** What one session tells its model of the skills, with the log and the diagnostic for a list that does not fit. */
import { formatListing, type ListingCut, type ListingLimits } from "./listing.ts";
import { listingEntries } from "./listing-entries.ts";
import { createListingState, type ListingUpdate } from "./listing-state.ts";
import type { Logger } from "./ports.ts";
import type { SkillEntry } from "./session.ts";
import type { EngineSettings } from "./settings.ts";
import type { Diagnostic, Skill } from "./types.ts";

export interface SessionListing {
  /** What is new, changed or gone, as a reminder. With `isPartial` the entries are not all there are yet. */
  next(entries: readonly SkillEntry[], options: { readonly isPartial: boolean }): string | undefined;
  /** A reminder of these skills alone, as far as the model may know them and does not. */
  announce(entries: readonly SkillEntry[]): string | undefined;
  /** One when the last list that was cut is still all the model knows. */
  diagnostics(): readonly Diagnostic[];
  /** What the whole list would take now. Marks nothing as sent. */
  measure(entries: readonly SkillEntry[]): ListingUse;
  reset(): void;
  save(): Readonly<Record<string, string>>;
}

/** How much of its budget a list takes. */
export interface ListingUse {
  /** Code points. */
  readonly budget: number;
  readonly used: number;
  /** Skills that the model may be told of. */
  readonly skills: number;
  readonly cut: ListingCut;
}

export interface SessionListingOptions {
  readonly settings: EngineSettings;
  readonly limits: ListingLimits;
  readonly logger: Logger;
  /** Where the diagnostic points to. */
  readonly cwd: string;
  /** How much a skill is used, and how far it is from the files at hand: for a list that does not hold all. */
  weightOf(skill: Skill): number;
  distanceOf(skill: Skill): number;
  readonly saved?: Readonly<Record<string, string>>;
}

/** Creates the listing of a session, as new or from `save()`. */
export function createSessionListing(options: SessionListingOptions): SessionListing {
  const { limits, logger, cwd, saved } = options;
  const state = createListingState(saved);
  let told: readonly SkillEntry[] | undefined;
  let cut: ListingCut | undefined;

  const take = (update: ListingUpdate | undefined): string | undefined => {
    if (update === undefined) return undefined;
    const { shortened, namesOnly, unlisted, characters } = update.cut;
    if (shortened + namesOnly + unlisted > 0) {
      cut = update.cut;
      logger.log("warn", "skill: listing cut", { shortened, names_only: namesOnly, unlisted, characters });
    }
    return update.reminder;
  };

  return {
    next(entries, { isPartial }) {
      // The same array means that nothing has changed; with very many skills that is worth knowing.
      if (entries === told) return undefined;
      told = isPartial ? undefined : entries;
      return take(state.next(listingEntries(entries, options), limits, { isPartial }));
    },
    announce: (entries) => take(state.announce(listingEntries(entries, options), limits)),
    diagnostics: () => (cut === undefined ? [] : [diagnoseCut(cut, { path: cwd, budget: limits.budget })]),
    measure(entries) {
      const wanted = listingEntries(entries, options);
      const { lines, cut: left } = formatListing(wanted, limits);
      const used = lines.reduce((sum, line) => sum + Array.from(line).length + 1, 0);
      return { budget: limits.budget, used, skills: wanted.length, cut: left };
    },
    reset() {
      told = undefined;
      cut = undefined;
      state.reset();
    },
    save: state.save,
  };
}

function diagnoseCut(
  cut: ListingCut,
  { path, budget }: { readonly path: string; readonly budget: number },
): Diagnostic {
  const parts = [
    ...(cut.shortened > 0 ? [`${cut.shortened} shortened`] : []),
    ...(cut.namesOnly > 0 ? [`${cut.namesOnly} by name only`] : []),
    ...(cut.unlisted > 0 ? [`${cut.unlisted} not listed`] : []),
  ];
  const left = cut.characters > 0 ? ` ${cut.characters} characters of descriptions were left out.` : "";
  return {
    code: "listing-cut",
    severity: "warning",
    path,
    message: `The list of skills does not fit in ${budget} characters: ${parts.join(", ")}.${left}`,
    hint: "Raise listing.budget, shorten descriptions, or switch skills off with skills.overrides.",
  };
}
