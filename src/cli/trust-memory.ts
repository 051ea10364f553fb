/** Remembers what the person would not trust, so that the same question is not asked at every start. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { createStateFile } from "../platform/index.ts";
import type { TrustGain } from "./trust-question.ts";

const KEPT = 500;

export interface TrustMemory {
  /** True when trust in exactly this was declined. A workspace that brings something new is asked about again. */
  wasDeclined(root: string, gains: readonly TrustGain[]): Promise<boolean>;
  decline(root: string, gains: readonly TrustGain[]): Promise<void>;
}

/** Keeps digests in `<skillfulHome>/declined-trust.json`. A damaged file counts as empty. */
export function createTrustMemory(skillfulHome: string): TrustMemory {
  const file = createStateFile<readonly string[]>({
    path: join(skillfulHome, "declined-trust.json"),
    empty: [],
    parse: parseDigests,
    format: (digests) => `${JSON.stringify(digests, undefined, 2)}\n`,
  });
  return {
    wasDeclined: async (root, gains) => (await file.read()).includes(digestOf(root, gains)),
    async decline(root, gains) {
      const digest = digestOf(root, gains);
      await file.update((digests) => [...digests.filter((each) => each !== digest), digest].slice(-KEPT));
    },
  };
}

function digestOf(root: string, gains: readonly TrustGain[]): string {
  return createHash("sha256")
    .update(JSON.stringify([root, gains]))
    .digest("hex");
}

function parseDigests(text: string): readonly string[] {
  const value: unknown = JSON.parse(text);
  if (Array.isArray(value) && value.every((entry): entry is string => typeof entry === "string")) return value;
  throw new SyntaxError("the file of declined trust is a list of digests");
}
