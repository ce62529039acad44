import { createContext, use } from 'react';
import type { AskForProof } from '../../api/links.ts';
import type { PersonTasks } from '../../api/person-tasks.ts';
import type { SessionStore, SessionUser } from '../../session/session-storage.ts';
import type { UnsavedChanges } from '../../session/unsaved-changes.ts';

/** The beginnings of procedures' names, such as `blog` or `trash`. */
type Parts = readonly string[] | 'all';
export type Reload = (parts: Parts, cause?: 'act' | 'report') => Promise<void>;

interface Acts {
  reload: Reload;
  tasks: PersonTasks;
}

export interface AdminServices {
  sessions: SessionStore;
  /** The unsaved input that would be lost if the person closed the page now. */
  unsaved: UnsavedChanges<SessionUser>;
  /** Opens a path with a full page load. */
  leave(path: string): void;
  /** Set by a logout. Refusals of calls that still run must then not lead to another page. */
  isLoggingOut: { current: boolean };
  broadcastSession(): void;
  broadcastSignOut(): void;
  broadcastRejected(token: string): void;
  styleNonce: string;
}

export const AdminServicesContext = createContext<(AdminServices & Acts) | null>(null);

/** @throws {Error} outside `AdminProviders` */
export function useServices(): AdminServices & Acts {
  const services = use(AdminServicesContext);
  if (!services) throw new Error('useServices needs the panel around it');
  return services;
}

/** Asks nobody and returns false, until `StepUpDialog` replaces it. */
export const StepUpContext = createContext<{ ask: AskForProof }>({ ask: async () => false });

export const CurrentUserContext = createContext<SessionUser | null>(null);

/** @throws {Error} outside a screen for signed-in people */
export function useCurrentUser(): SessionUser {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser needs the panel around it');
  return user;
}
