import { sql } from 'kysely';
import type { Connection, Ctx } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/is-postgresql.ts';
import type { Tables } from '../../database/table-types.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { hasGrant } from '../../shared/grants.ts';
import { parseRole } from '../../shared/roles.ts';
import type { Assignee } from './inbox.schema.ts';
import { publishInboxChange } from './live-inbox.ts';

/** Active users whose role has access to the inbox, by name. */
export async function listAssignees(read: Connection): Promise<Assignee[]> {
  const users = await read
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('deactivated_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return users.filter(({ role }) => mayWork(role)).map(({ id, name }) => ({ id, name }));
}

/** @throws {RuleBroken} naming `user_id` for a user who is unknown, deactivated or without the inbox */
export async function expectAssignee(read: Connection, id: number): Promise<Assignee> {
  const user = await read
    .selectFrom('users')
    .select(['id', 'name', 'role', 'deactivated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!user || user.deactivated_at !== null || !mayWork(user.role)) {
    throw RuleBroken.of('user_id', 'Messages can be assigned to people with access to the inbox only.');
  }
  return { id: user.id, name: user.name };
}

function mayWork(stored: string): boolean {
  const role = parseRole(stored);
  return role !== undefined && hasGrant(role, 'inbox:manage');
}

/** By user id. Without `ids`, the names of all users. */
export async function readUserNames(read: Connection, ids?: readonly number[]): Promise<Map<number, string>> {
  if (ids?.length === 0) return new Map();
  const users = read.selectFrom('users').select(['id', 'name']);
  const rows = await (ids ? users.where('id', 'in', [...ids]) : users).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Not from closed messages. Call this before the account is deleted, which clears `assignee_id`. */
export async function unassignAllMessages(tx: Ctx, { id, name }: Assignee): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  const own = db.selectFrom('messages').where('assignee_id', '=', id).where('state', '!=', 'closed');
  const type = sql.raw(isPostgresql(db) ? 'jsonb' : 'text');
  const valuesOf = (before: object) => sql`cast(${JSON.stringify(before)} as ${type})`;
  await db
    .insertInto('message_events')
    .columns(['message_id', 'created_at', 'type', 'user_id', 'user_name', 'before', 'after'])
    .expression(
      own.select([
        'id',
        sql`${sql.val(tx.now)}${sql.raw(isPostgresql(db) ? '::timestamptz' : '')}`.as('at'),
        sql.lit('assigned').as('type'),
        sql`cast(${tx.viewer?.id ?? null} as integer)`.as('user_id'),
        sql`cast(${tx.viewer?.name ?? 'Command line'} as text)`.as('user_name'),
        valuesOf({ assignee_id: id, assignee: name }).as('before'),
        valuesOf({ assignee_id: null, assignee: null }).as('after'),
      ]) as never,
    )
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ assignee_id: null })
    .where('assignee_id', '=', id)
    .where('state', '!=', 'closed')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await publishInboxChange(tx);
}
