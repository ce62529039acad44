import { parseRole } from '../../src/shared/roles.ts';
import type { ApiOutputs } from '../api/types.ts';

type SignedInUser = ApiOutputs['auth']['login']['user'];

/** The id is missing if an earlier version stored the session. */
export type SessionUser = Pick<SignedInUser, 'name' | 'email' | 'role'> & Partial<Pick<SignedInUser, 'id'>>;

export interface Session {
  token: string;
  user: SessionUser;
}

export interface StoredSession extends Session {
  /** For all tabs of this browser. Any other session ends with its tab. */
  isRemembered: boolean;
}

export interface SessionStore {
  /** Never changes the storage, because another tab may be storing a session. */
  read(): StoredSession | null;
  /** Deletes any other session. */
  save(session: Session, isRemembered: boolean): void;
  /** Stores a session that another tab has sent. Deletes no other session. */
  adopt(session: StoredSession): void;
  /** Does nothing without a session. */
  update(user: SessionUser): void;
  /** Keeps a newer session. */
  forget(token: string): void;
  clear(): void;
}

/** The names of the stored entries, which docs/product.md, §6.5 prescribes. */
export const sessionKeys = { token: 'admin_token', user: 'admin_user' } as const;

/** A remembered session is in localStorage, any other in sessionStorage. */
export function openSessionStore({
  localStorage: remembered,
  sessionStorage: ofTab,
}: Pick<Window, 'localStorage' | 'sessionStorage'>): SessionStore {
  const all = [ofTab, remembered];
  const storageOf = (isRemembered: boolean) => (isRemembered ? remembered : ofTab);
  return {
    read: () => {
      const own = readStorage(ofTab);
      const session = own ?? readStorage(remembered);
      return session && { ...session, isRemembered: session !== own };
    },
    save: (session, isRemembered) => {
      // Overwritten, not removed first, because other tabs treat a removed token as a sign-out.
      writeStorage(storageOf(isRemembered), session);
      emptyStorage(storageOf(!isRemembered));
    },
    adopt: ({ isRemembered, ...session }) => writeStorage(storageOf(isRemembered), session),
    update: (user) => {
      const storage = all.find((each) => each.getItem(sessionKeys.token) !== null);
      storage?.setItem(sessionKeys.user, JSON.stringify(user));
    },
    forget: (token) => {
      for (const storage of all) if (storage.getItem(sessionKeys.token) === token) emptyStorage(storage);
    },
    clear: () => {
      for (const storage of all) emptyStorage(storage);
    },
  };
}

function readStorage(storage: Storage): Session | null {
  const token = storage.getItem(sessionKeys.token);
  const text = storage.getItem(sessionKeys.user);
  const user = text === null ? undefined : parseUser(text);
  return token && user ? { token, user } : null;
}

function writeStorage(storage: Storage, { token, user }: Session): void {
  storage.setItem(sessionKeys.user, JSON.stringify(user));
  storage.setItem(sessionKeys.token, token);
}

function emptyStorage(storage: Storage): void {
  for (const key of Object.values(sessionKeys)) storage.removeItem(key);
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

/** The id, or the email address if an earlier version stored the session. */
export function userKey({ id, email }: SessionUser): string {
  return String(id ?? email.toLowerCase());
}
