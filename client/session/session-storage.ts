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
  keep(session: Session, isRemembered: boolean): void;
  /** Updates the person's data in the stored session. */
  update(user: SessionUser): void;
  clear(): void;
}

/** The names are fixed by docs/product.md, §6.5. */
export const sessionKeys = { token: 'admin_token', user: 'admin_user' } as const;

interface Shelves {
  lasting: Storage;
  ofTab: Storage;
}

/** Opens the session storage: `lasting` is localStorage, `ofTab` is sessionStorage. */
export function openSessionStore({ lasting, ofTab }: Shelves): SessionStore {
  const clear = () => {
    for (const shelf of [lasting, ofTab]) for (const key of Object.values(sessionKeys)) shelf.removeItem(key);
  };
  return {
    clear,
    read: () => {
      const session = readShelf(ofTab) ?? readShelf(lasting);
      if (session === 'broken') clear();
      return session === 'broken' ? null : session;
    },
    keep: ({ token, user }, isRemembered) => {
      clear();
      const shelf = isRemembered ? lasting : ofTab;
      shelf.setItem(sessionKeys.user, JSON.stringify(user));
      shelf.setItem(sessionKeys.token, token);
    },
    update: (user) => {
      const shelf = [ofTab, lasting].find((each) => each.getItem(sessionKeys.token) !== null);
      shelf?.setItem(sessionKeys.user, JSON.stringify(user));
    },
  };
}

function readShelf(shelf: Storage): Session | 'broken' | null {
  const token = shelf.getItem(sessionKeys.token);
  const text = shelf.getItem(sessionKeys.user);
  if (token === null && text === null) return null;
  const user = text === null ? undefined : parseUser(text);
  return token && user ? { token, user } : 'broken';
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
