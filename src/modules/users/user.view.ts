import { type StoredRow, toEditableView } from '../../database/columns.ts';
import type { Role } from '../../shared/roles.ts';
import type { User } from './user.entity.ts';
import type { UserRow, UserStats } from './user.schema.ts';

export function toUserRow(user: StoredRow<UserRow>): UserRow {
  return { ...toEditableView(user), name: user.name, email: user.email, role: user.role };
}

export function toUserStats({ total, by }: { total: number; by: Record<Role, number> }): UserStats {
  return {
    total_users: total,
    admin_users: by.admin,
    regular_users: by.user,
    hr_users: by.hr,
    content_moderator_users: by.content_moderator,
  };
}

/** Returns the facts about a user that an entry of the security log contains. */
export function toEventDetails({ id, name, email, role }: User): Record<string, unknown> {
  return { of: id, name, email, role };
}
