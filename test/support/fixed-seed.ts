/**
 * Gives the property tests the same random values in every run, so that a test passes or fails by what a change did and not
 * by luck. `FAST_CHECK_SEED` sets another seed, a whole number, or `random`; `npm run explore` tries many.
 */
import fc from "fast-check";

const DEFAULT_SEED = 1;

const wanted = process.env.FAST_CHECK_SEED ?? String(DEFAULT_SEED);
if (wanted !== "random") {
  const seed = Number(wanted);
  if (!Number.isInteger(seed))
    throw new Error(`FAST_CHECK_SEED is "${wanted}"; it must be a whole number, or "random".`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
