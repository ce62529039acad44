import type { Attributes } from './tokens.ts';

/** What a text of the schema cannot contain, for a message to the person who wrote or imported it. */
export interface Leftovers {
  /** The removed elements by name: how many there were, and the addresses in them. */
  removed: Map<string, { count: number; addresses: Set<string> }>;
  pictures: { address: string; alt: string }[];
}

const maxNames = 50;
const maxShown = 300;

/** Counts a removed element. Further names beyond `maxNames` are counted together. */
export function recordRemoved({ removed }: Leftovers, given: string, { src, data }: Attributes): void {
  const name = removed.has(given) || removed.size < maxNames ? given : 'other element';
  const known = removed.get(name) ?? { count: 0, addresses: new Set() };
  known.count += 1;
  const address = src ?? data;
  if (address) {
    known.addresses.add(address.length > maxShown ? `${address.slice(0, maxShown)}…` : address);
  }
  removed.set(name, known);
}
