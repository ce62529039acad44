import type { Attributes } from './tokens.ts';

export interface Leftovers {
  removed: Map<string, { count: number; addresses: Set<string> }>;
  pictures: { address: string; alt: string }[];
}

const maxNames = 50;
const maxShown = 300;

/** Names beyond `maxNames` are counted together. */
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
