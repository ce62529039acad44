import { parseRole } from '../../src/shared/roles.ts';
import type { ApiOutputs } from './api-types.ts';

type SignedInUser = ApiOutputs['auth']['login']['user'];

/** Who is signed in, as the browser keeps them. The role stands in lower case. */
export type SessionUser = Pick<SignedInUser, 'name' | 'email' | 'role'> & Partial<Pick<SignedInUser, 'id'>>;

export interface Session {
  token: string;
  user: SessionUser;
}

/** Where the session of this browser is kept. */
export interface SessionStore {
  /** The session as it is stored now; a broken one is cleared away and counts as none. */
  read(): Session | null;
  /** Keeps a session: for good when it is remembered, else for as long as the tab lives. */
  keep(session: Session, isRemembered: boolean): void;
  /** Keeps what has changed of the person who is signed in, where the session is kept. */
  update(user: SessionUser): void;
  clear(): void;
}

/** The names are fixed by docs/product.md, §6.5. */
export const sessionKeys = { token: 'admin_token', user: 'admin_user' } as const;

interface Shelves {
  lasting: Storage;
  ofTab: Storage;
}

/** Opens the session kept in localStorage (`lasting`) or sessionStorage (`ofTab`). */
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
