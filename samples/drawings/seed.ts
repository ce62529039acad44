import { fnvHashOf } from '../../src/shared/fnv-hash.ts';

export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Returns a random whole number from `low` to `high`, including these two. */
  whole(low: number, high: number): number;
  pick<List extends readonly [unknown, ...unknown[]]>(list: List): List[number];
  chance(probability: number): boolean;
}

/** Creates a mulberry32 generator of random numbers. Its seed is the hash of a text. */
export function createRandom(seed: string): Random {
  let state = fnvHashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (probability) => next() < probability,
  };
}
