import { compileOnce } from '../../database/compiled-query.ts';
import type { Reader, Viewer } from '../../database/ctx.ts';
import type { Role } from '../../shared/roles.ts';

type Tables = {
  sessions: {
    id: number;
    user_id: number;
    token_hash: string;
    cookie_hash: string;
    is_remembered: boolean | number;
    last_used_at: Date | number;
    expires_at: Date | number;
  };
  users: { id: number; name: string; email: string; role: Role; deactivated_at: unknown };
};

export interface StoredSession {
  viewer: Viewer;
  is_remembered: boolean;
  last_used_at: Date;
  expires_at: Date;
}

const sessionBy = compileOnce((read, blank, column) =>
  read
    .withTables<Tables>()
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'is_remembered', 'last_used_at', 'expires_at'])
    .select(['users.id', 'users.name', 'users.email', 'users.role'])
    // Deactivating an account ends its sessions. If a session remains by mistake, this condition refuses the
    // session.
    .where('users.deactivated_at', 'is', null)
    .where(`sessions.${column as 'token_hash'}`, '=', blank('hash')),
);

export async function findSession(
  read: Reader,
  column: 'token_hash' | 'cookie_hash',
  hash: string,
): Promise<StoredSession | undefined> {
  const [row] = await sessionBy(read, { hash }, column);
  if (!row) return undefined;
  const { is_remembered, last_used_at, expires_at, ...viewer } = row;
  return {
    viewer,
    is_remembered: Boolean(is_remembered),
    last_used_at: new Date(last_used_at),
    expires_at: new Date(expires_at),
  };
}
