import { createContext, use } from 'react';
import type { SessionStore, SessionUser } from '../../session/session-storage.ts';
import type { UnsavedChanges } from '../../session/unsaved-changes.ts';

/** The panel's dependencies on the browser, so that tests can replace them. */
export interface AdminServices {
  sessions: SessionStore;
  /** The unsaved input that would be lost if the page ended now. */
  unsaved: UnsavedChanges<SessionUser>;
  /** Leaves the page by a full page load. */
  leave(path: string): void;
  /** Sends the session to the other tabs of this browser that have none. */
  tellSignedIn(): void;
  /** Tells the other tabs of this browser that the person has logged out. */
  tellSignedOut(): void;
  /** Tells the other tabs that the server refuses a session. */
  tellRefused(token: string): void;
  /** The nonce that the content security policy requires for style elements. */
  styleNonce: string;
}

export const AdminServicesContext = createContext<AdminServices | null>(null);

/** Returns the parts of the panel. */
export function useServices(): AdminServices {
  const parts = use(AdminServicesContext);
  if (!parts) throw new Error('useServices needs the panel around it');
  return parts;
}

export const CurrentUserContext = createContext<SessionUser | null>(null);

/** Returns the signed-in person. Only screens behind the guard may call it. */
export function useCurrentUser(): SessionUser {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser is for screens behind the guard');
  return user;
}
