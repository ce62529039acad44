import { createContext, use } from 'react';
import type { SessionUser } from '../lib/session-store.ts';

export const UserContext = createContext<SessionUser | null>(null);

/** Who is signed in. Only screens behind the guard may ask. */
export function useUser(): SessionUser {
  const user = use(UserContext);
  if (!user) throw new Error('useUser is for screens behind the guard');
  return user;
}
