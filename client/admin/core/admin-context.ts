import { createContext, use } from 'react';
import type { AskForProof } from '../../api/links.ts';
import type { PersonTasks } from '../../api/person-tasks.ts';
import type { SessionStore, SessionUser } from '../../session/session-storage.ts';
import type { UnsavedChanges } from '../../session/unsaved-changes.ts';

/** Parts of the API. The name of a part is the beginning of its procedures' names, such as `blog` or `trash`. */
type Parts = readonly string[] | 'all';
/** Reloads the data of some parts of the API that the screen shows, after an act here or a report of the server. */
export type Reload = (parts: Parts, cause?: 'act' | 'report') => Promise<void>;

/** What a screen needs to follow the acts of the person. */
interface Acts {
  reload: Reload;
  tasks: PersonTasks;
}

/** The functions and values of the browser that the panel needs. Tests replace these services. */
export interface AdminServices {
  sessions: SessionStore;
  /** The unsaved input that would be lost if the person closed the page now. */
  unsaved: UnsavedChanges<SessionUser>;
  /** Opens a path with a full page load. */
  leave(path: string): void;
  /**
   * Whether this tab is leaving because the person has logged out. The server then refuses the calls that still run in
   * the background, and these calls must not lead to another page.
   */
  isLoggingOut: { current: boolean };
  /** Sends the session of this tab to the other tabs of this browser that have no session. */
  broadcastSession(): void;
  /** Tells the other tabs of this browser that the person has logged out. */
  broadcastSignOut(): void;
  /** Tells the other tabs of this browser that the server refuses the session with this token. */
  broadcastRejected(token: string): void;
  /** The nonce that the content security policy requires for style elements. */
  styleNonce: string;
}

export const AdminServicesContext = createContext<(AdminServices & Acts) | null>(null);

/** Returns the services of the panel. @throws {Error} when the component is not inside `AdminProviders` */
export function useServices(): AdminServices & Acts {
  const services = use(AdminServicesContext);
  if (!services) throw new Error('useServices needs the panel around it');
  return services;
}

/**
 * The function that asks the person to confirm who they are when a call needs a confirmation. The initial function asks
 * nobody and returns false, until `StepUpDialog` replaces the function.
 */
export const StepUpContext = createContext<{ ask: AskForProof }>({ ask: async () => false });

export const CurrentUserContext = createContext<SessionUser | null>(null);

/**
 * Returns the signed-in person.
 * @throws {Error} when the component is not inside a screen for signed-in people
 */
export function useCurrentUser(): SessionUser {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser needs the panel around it');
  return user;
}
