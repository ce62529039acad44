import { parseRole } from '../../src/shared/roles.ts';
import type { ApiOutputs } from '../api/types.ts';

type SignedInUser = ApiOutputs['auth']['login']['user'];

/** The signed-in person, as the browser stores them. The role is in lower case. */
export type SessionUser = Pick<SignedInUser, 'name' | 'email' | 'role'> & Partial<Pick<SignedInUser, 'id'>>;

export interface Session {
  token: string;
  user: SessionUser;
}

/** The storage of this browser's session. */
export interface SessionStore {
  /** Returns the stored session, or null. Deletes an invalid one. */
  read(): Session | null;
  /** Stores a session: permanently when it is remembered, else until the tab closes. */
  save(session: Session, isRemembered: boolean): void;
  /** Updates the person's data in the stored session. */
  update(user: SessionUser): void;
  clear(): void;
}

/** The names are fixed by docs/product.md, §6.5. */
export const sessionKeys = { token: 'admin_token', user: 'admin_user' } as const;

/** Opens the storage of the session: localStorage for a remembered one, sessionStorage for others. */
export function openSessionStore({
  localStorage: remembered,
  sessionStorage: ofTab,
}: Pick<Window, 'localStorage' | 'sessionStorage'>): SessionStore {
  const clear = () => {
    for (const storage of [remembered, ofTab])
      for (const key of Object.values(sessionKeys)) storage.removeItem(key);
  };
  return {
    clear,
    read: () => {
      const session = readStorage(ofTab) ?? readStorage(remembered);
      if (session === 'invalid') clear();
      return session === 'invalid' ? null : session;
    },
    save: ({ token, user }, isRemembered) => {
      clear();
      const storage = isRemembered ? remembered : ofTab;
      storage.setItem(sessionKeys.user, JSON.stringify(user));
      storage.setItem(sessionKeys.token, token);
    },
    update: (user) => {
      const storage = [ofTab, remembered].find((each) => each.getItem(sessionKeys.token) !== null);
      storage?.setItem(sessionKeys.user, JSON.stringify(user));
    },
  };
}

function readStorage(storage: Storage): Session | 'invalid' | null {
  const token = storage.getItem(sessionKeys.token);
  const text = storage.getItem(sessionKeys.user);
  if (token === null && text === null) return null;
  const user = text === null ? undefined : parseUser(text);
  return token && user ? { token, user } : 'invalid';
}

function parseUser(text: string): SessionUser | undefined {
  try {
    const { id, name, email, role }: Record<string, unknown> = Object(JSON.parse(text));
    const known = parseRole(String(role));
    if (!known || typeof name !== 'string' || typeof email !== 'string') return undefined;
    return { name, email, role: known, ...(typeof id === 'number' && { id }) };
  } catch {
    return undefined;
  }
}
