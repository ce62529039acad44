import type { Database } from '../database/database.ts';

const retentionMs = 5000;
const maxKnown = 1000;

export interface CredentialCache<Found> {
  find(hash: string, load: () => Promise<Found | undefined>): Promise<Found | undefined>;
  forget(hash: string): void;
}

/** An entry is valid for five seconds, or until a commit that may have ended a session or a token. */
export function createCredentialCache<Found>(database: Database): CredentialCache<Found> {
  const known = new Map<string, { found: Found; state: number; until: number }>();
  return {
    find: async (hash, load) => {
      const state = database.state();
      const kept = known.get(hash);
      // All secrets differ, so the hash alone identifies the credential and its kind.
      if (kept && kept.state === state && performance.now() < kept.until) return kept.found;
      known.delete(hash);
      const found = await load();
      if (found && state !== undefined) {
        known.set(hash, { found, state, until: performance.now() + retentionMs });
        if (known.size > maxKnown) known.delete(known.keys().next().value ?? '');
      }
      return found;
    },
    forget: (hash) => void known.delete(hash),
  };
}
