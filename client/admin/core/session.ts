import { createContext, use } from 'react';
import type { SessionUser } from '../../session/session-storage.ts';

export const UserContext = createContext<SessionUser | null>(null);

/** Returns the signed-in person. Only screens behind the guard may call it. */
export function useUser(): SessionUser {
  const user = use(UserContext);
  if (!user) throw new Error('useUser is for screens behind the guard');
  return user;
}
