import type { Role } from '../../../src/shared/roles.ts';

export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  content_moderator: 'Content moderator',
  hr: 'Human resources',
  user: 'User',
};

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
