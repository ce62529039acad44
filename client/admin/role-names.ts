import type { Role } from '../../src/shared/roles.ts';

/** The roles as people read them. */
export const roleNames: Record<Role, string> = {
  admin: 'Administrator',
  content_moderator: 'Content moderator',
  hr: 'Human resources',
  user: 'User',
};
