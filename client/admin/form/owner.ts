import type { SessionUser } from '../../session/session-storage.ts';

/**
 * Returns a permanent name for a person: the id, or the email address for sessions of an older version
 * without an id.
 */
export function userKey({ id, email }: SessionUser): string {
  return String(id ?? email.toLowerCase());
}
