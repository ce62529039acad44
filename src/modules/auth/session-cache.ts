import type { Database } from '../../database/database.ts';
import { findSession, type StoredSession } from './session.repository.ts';

type Column = Parameters<typeof findSession>[1];

const retentionMs = 5000;
const maxSessions = 1000;

/** Sessions as they were found a moment ago. */
export interface SessionCache {
  find(column: Column, hash: string): Promise<StoredSession | undefined>;
  /** Has a session looked up anew. */
  forget(hash: string): void;
}

/** Keeps what was found for a few seconds, and no longer than until something is committed that could end a session. */
export function createSessionCache(database: Database): SessionCache {
  const known = new Map<string, { session: StoredSession; state: number; until: number }>();
  return {
    find: async (column, hash) => {
      const state = database.state();
      const found = known.get(hash);
      // A hash belongs to one column: the two secrets of a session are different ones.
      if (found && found.state === state && performance.now() < found.until) return found.session;
      known.delete(hash);
      const session = await findSession(database.read, column, hash);
      if (session && state !== undefined) {
        known.set(hash, { session, state, until: performance.now() + retentionMs });
        if (known.size > maxSessions) known.delete(known.keys().next().value ?? '');
      }
      return session;
    },
    forget: (hash) => void known.delete(hash),
  };
}
