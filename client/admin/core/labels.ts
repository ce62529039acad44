import type { Role } from '../../../src/shared/roles.ts';

/** The display names of the roles. */
export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  content_moderator: 'Content moderator',
  hr: 'Human resources',
  user: 'User',
};

/** Returns a word with an initial capital letter. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
