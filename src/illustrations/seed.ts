import { hashOf } from '../shared/fnv-hash.ts';

/** Pseudo-random numbers that are always the same for the same seed. */
export interface Random {
  /** The next number, from 0 up to but not including 1. */
  next(): number;
  /** A number between two bounds. */
  between(low: number, high: number): number;
  /** A whole number between two bounds, both included. */
  whole(low: number, high: number): number;
  /** One entry of a list that is not empty. */
  pick<List extends readonly [unknown, ...unknown[]]>(list: List): List[number];
  /** True with the given probability. */
  chance(probability: number): boolean;
}

/** Creates a mulberry32 generator that is seeded with the hash of a text. */
export function randomFrom(seed: string): Random {
  let state = hashOf(seed);
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
