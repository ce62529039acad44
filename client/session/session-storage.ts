import { parseRole } from '../../src/shared/roles.ts';
import type { ApiOutputs } from '../api/types.ts';

type SignedInUser = ApiOutputs['auth']['login']['user'];

/**
 * The signed-in person as stored in the browser. The id is missing if an earlier version stored the session.
 */
export type SessionUser = Pick<SignedInUser, 'name' | 'email' | 'role'> & Partial<Pick<SignedInUser, 'id'>>;

export interface Session {
  token: string;
  user: SessionUser;
}

export interface StoredSession extends Session {
  /**
   * Whether the session is stored permanently, for all tabs of this browser. Any other session ends when its
   * tab is closed.
   */
  isRemembered: boolean;
}

/** The storage of this browser's session. */
export interface SessionStore {
  /**
   * Returns the stored session, or null. Never changes the storage, because another tab may be storing a
   * session at this moment.
   */
  read(): StoredSession | null;
  /**
   * Stores the session of a new sign-in and deletes any other session. A remembered session is permanent. Any
   * other session lasts until the tab is closed.
   */
  save(session: Session, isRemembered: boolean): void;
  /** Stores a session that another tab has sent. Deletes no other session. */
  adopt(session: StoredSession): void;
  /** Updates the person's data in the stored session. Does nothing if there is no session. */
  update(user: SessionUser): void;
  /** Deletes the stored session if `token` is its token. Keeps a newer session. */
  forget(token: string): void;
  clear(): void;
}

/** The names of the stored entries, which docs/product.md, §6.5 prescribes. */
export const sessionKeys = { token: 'admin_token', user: 'admin_user' } as const;

/**
 * Opens the storage of the session. A remembered session is stored in localStorage, and any other session in
 * sessionStorage.
 */
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
      // The new session overwrites an old session without removing it first, because other tabs treat a removed token
      // as a sign-out.
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

/**
 * Returns a key that identifies a person. The key is the id, or the email address in lower case if an earlier
 * version stored the session without an id.
 */
export function userKey({ id, email }: SessionUser): string {
  return String(id ?? email.toLowerCase());
}
