import { createContext, use } from 'react';
import type { AskForProof } from '../../api/links.ts';
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
  broadcastSession(): void;
  /** Tells the other tabs of this browser that the person has logged out. */
  broadcastSignOut(): void;
  /** Tells the other tabs that the server refuses a session. */
  broadcastRejected(token: string): void;
  /** The nonce that the content security policy requires for style elements. */
  styleNonce: string;
}

export const AdminServicesContext = createContext<AdminServices | null>(null);

/** Returns the services of the panel. */
export function useServices(): AdminServices {
  const services = use(AdminServicesContext);
  if (!services) throw new Error('useServices needs the panel around it');
  return services;
}

/**
 * The function by which calls ask the person to confirm who they are. `StepUpDialog` sets the function. Until then,
 * nobody is asked and every confirmation counts as refused.
 */
export const ProofContext = createContext<{ ask: AskForProof }>({ ask: async () => false });

export const CurrentUserContext = createContext<SessionUser | null>(null);

/** Returns the signed-in person. Only screens for signed-in people may call this hook. */
export function useCurrentUser(): SessionUser {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser is for screens behind the guard');
  return user;
}
