import { createContext, use } from 'react';
import type { SessionStore, SessionUser } from '../lib/session-store.ts';
import type { UnsavedWords } from '../lib/unsaved-words.ts';

/** What the panel is handed from outside, so that it can be driven without a browser's address bar. */
export interface PanelParts {
  sessions: SessionStore;
  /** What would be lost if the page went now. */
  unsaved: UnsavedWords<SessionUser>;
  /** Leaves the page by a full load. */
  leave(path: string): void;
  /** Hands the session to the other tabs of this browser that have none. */
  tellSignedIn(): void;
  /** Tells the other tabs of this browser that the person has signed out. */
  tellSignedOut(): void;
  /** Tells the other tabs that the server refuses a session. */
  tellRefused(token: string): void;
  /** What the page's policy asks of style elements. */
  styleNonce: string;
}

export const PartsContext = createContext<PanelParts | null>(null);

/** The parts of the panel. */
export function useParts(): PanelParts {
  const parts = use(PartsContext);
  if (!parts) throw new Error('useParts needs the panel around it');
  return parts;
}
