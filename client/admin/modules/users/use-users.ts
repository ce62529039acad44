import type { ApiOutputs } from '../../../api/types.ts';

/** A user in the panel's list. */
export type User = ApiOutputs['users']['list']['users'][number];

type UserStats = ApiOutputs['users']['list']['stats'];

/** The groups of the stat cards, in order of display. */
export const userGroups = [
  { value: 'admin', label: 'Administrators' },
  { value: 'user', label: 'Regular users' },
  { value: 'hr', label: 'Human resources' },
  { value: 'content_moderator', label: 'Content moderators' },
];

/** Returns the counts in the shape of the stat cards. */
export function toGroupCounts(stats: UserStats) {
  return {
    total: stats.total_users,
    by: {
      admin: stats.admin_users,
      user: stats.regular_users,
      hr: stats.hr_users,
      content_moderator: stats.content_moderator_users,
    },
  };
}
