import { Migration } from '@mikro-orm/migrations';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { columnTypes } from './column-types.ts';

/**
 * Adds when an account was deactivated, its last sign-in, and which person an event of the security log is
 * about.
 */
export class AccountState extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { moment } = columnTypes(db);
    await db.schema.alterTable('users').addColumn('deactivated_at', moment).execute();
    await db.schema.alterTable('users').addColumn('last_sign_in_at', moment).execute();
    await db.schema.alterTable('security_events').addColumn('of_id', 'integer').execute();
    await fillIn(db);
    for (const column of ['user_id', 'of_id']) {
      const name = `security_events_${column}_index`;
      await db.schema.createIndex(name).on('security_events').column(column).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const column of ['user_id', 'of_id']) {
      await db.schema.dropIndex(`security_events_${column}_index`).execute();
    }
    await db.schema.alterTable('security_events').dropColumn('of_id').execute();
    for (const column of ['last_sign_in_at', 'deactivated_at']) {
      await db.schema.alterTable('users').dropColumn(column).execute();
    }
  }
}

/**
 * Fills the new columns from the security log. An event that names the person by an e-mail address gets no
 * `of_id`.
 */
async function fillIn(db: Kysely<unknown>): Promise<void> {
  const isPostgresql = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgresql
    ? sql`update security_events set of_id = (details->>'of')::integer where jsonb_typeof(details->'of') = 'number'`
    : sql`update security_events set of_id = json_extract(details, '$.of') where json_type(details, '$.of') = 'integer'`
  ).execute(db);
  await sql`
    update users set last_sign_in_at = (
      select max(created_at) from security_events
      where user_id = users.id and type in ('sign_in', 'sso_sign_in', 'reset_used')
    )`.execute(db);
}
