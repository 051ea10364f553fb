/** How many tokens known models can take in at once. */

/** The first match counts, so the more special patterns stand first. Sources: the providers' model pages, November 2026. */
const WINDOWS: readonly (readonly [RegExp, number])[] = [
  [/^claude-(opus|sonnet|haiku|fable|mythos)-([5-9]|\d\d)(-|$)/, 1_000_000],
  [/^claude-(opus|sonnet)-4-[678]/, 1_000_000],
  [/^claude-/, 200_000],
  [/^gpt-[6-9]/, 1_050_000],
  [/^gpt-5\.[4-9](-(sol|terra|luna|pro))?(-\d{4}|$)/, 1_050_000],
  [/^gpt-5.*-chat/, 128_000],
  [/^gpt-5/, 400_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^o[134](-|$)/, 200_000],
  [/^gemini-/, 1_048_576],
];

/**
 * Tokens of the model's context window. `configured` (by model id or `provider/model`) beats the table.
 * Undefined when nobody knows, as for most local models, whose window depends on how their server was started.
 */
export function contextWindowOf(
  modelId: string,
  options: { readonly fullId?: string; readonly configured?: Readonly<Record<string, number>> } = {},
): number | undefined {
  const { fullId = modelId, configured = {} } = options;
  for (const key of [fullId, modelId]) if (Object.hasOwn(configured, key)) return configured[key];
  return WINDOWS.find(([pattern]) => pattern.test(modelId))?.[1];
}
