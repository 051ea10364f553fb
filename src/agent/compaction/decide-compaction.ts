/** Decides whether the conversation is to be compacted before the next model step. */

export interface CompactionSettings {
  /** Whether it happens without being asked for. */
  readonly auto: boolean;
  /** Share of the context window, between 0 and 1, at which it happens. */
  readonly threshold: number;
}

export const DEFAULT_COMPACTION: CompactionSettings = { auto: true, threshold: 0.8 };

/** Share of the window by which a compacted conversation has to grow before it is worth compacting again. */
const LEAST_GROWTH = 0.1;

export interface ContextFill {
  /** Tokens of the next request. */
  readonly tokens: number;
  /** Tokens; undefined when nobody knows: then only the provider's refusal can tell. */
  readonly window: number | undefined;
  /** Tokens that the last compaction left; 0 before the first. */
  readonly floor: number;
}

/** True when the window is filled up to the threshold, and compacting can be expected to help. Pure. */
export function decideCompaction({ tokens, window, floor }: ContextFill, settings: CompactionSettings): boolean {
  if (!settings.auto || window === undefined) return false;
  // What a compaction left may itself be near the threshold: compacting at every step would never get anywhere.
  const least = floor === 0 ? 0 : floor + window * LEAST_GROWTH;
  return tokens >= Math.max(window * settings.threshold, least);
}
