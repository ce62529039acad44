import type { Reader } from '../../database/ctx.ts';
import type { Viewer } from '../../database/viewer.ts';

export interface StoredSession {
  viewer: Viewer;
  is_remembered: boolean;
  last_used_at: Date;
  expires_at: Date;
}

export async function findSession(
  read: Reader,
  column: 'token_hash' | 'cookie_hash',
  hash: string,
): Promise<StoredSession | undefined> {
  const row = await read
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'is_remembered', 'last_used_at', 'expires_at'])
    .select(['users.id', 'users.name', 'users.email', 'users.role'])
    // Deactivating an account ends its sessions. If a session remains by mistake, this condition refuses the
    // session.
    .where('users.deactivated_at', 'is', null)
    .where(column, '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { is_remembered, last_used_at, expires_at, ...viewer } = row;
  return {
    viewer,
    is_remembered: Boolean(is_remembered),
    last_used_at: new Date(last_used_at),
    expires_at: new Date(expires_at),
  };
}
