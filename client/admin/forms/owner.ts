import type { SessionUser } from '../../lib/session-store.ts';

/** Names a person for good; sessions of an older program know only the address. */
export function nameOf({ id, email }: SessionUser): string {
  return String(id ?? email.toLowerCase());
}
