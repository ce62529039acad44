/**
 * The seed of all random values in the tests. `npm test` uses the same seed each time, unless `TEST_SEED` sets another
 * one. Otherwise, an older defect could make the tests of an unrelated change fail. `npm run assure` uses a new seed
 * each time, and prints the seed.
 */
export const seed = Number(process.env.TEST_SEED ?? 1);

/**
 * Returns a function that returns numbers from 0 up to, but not including, 1. The same seed gives the same
 * numbers.
 */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // The algorithm is mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
