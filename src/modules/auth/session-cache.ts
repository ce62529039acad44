import type { Database } from '../../database/database.ts';
import { findSession, type StoredSession } from './session.repository.ts';

type Column = Parameters<typeof findSession>[1];

const retentionMs = 5000;
const maxSessions = 1000;

export interface SessionCache {
  find(column: Column, hash: string): Promise<StoredSession | undefined>;
  forget(hash: string): void;
}

/** An entry is valid for five seconds, or until a commit that may have ended a session. */
export function createSessionCache(database: Database): SessionCache {
  const known = new Map<string, { session: StoredSession; state: number; until: number }>();
  return {
    find: async (column, hash) => {
      const state = database.state();
      const found = known.get(hash);
      // A session's two secrets differ, so the hash alone identifies the session and its kind of credential.
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
