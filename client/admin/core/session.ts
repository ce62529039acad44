import { createContext, use } from 'react';
import type { SessionUser } from '../../session/session-storage.ts';

export const CurrentUserContext = createContext<SessionUser | null>(null);

/** Returns the signed-in person. Only screens behind the guard may call it. */
export function useCurrentUser(): SessionUser {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useUser is for screens behind the guard');
  return user;
}
