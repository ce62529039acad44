import type { Role } from '../../../src/shared/roles.ts';

/** The display names of the roles. */
export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  content_moderator: 'Content moderator',
  hr: 'Human resources',
  user: 'User',
};
