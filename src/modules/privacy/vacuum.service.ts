import { sql } from 'kysely';
import type { Ctx } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/dialect.ts';
import type { Tables } from '../../database/tables.ts';

/** The maximum number of pages of the search index that one merge writes. */
const mergedPages = 500;

/**
 * Removes the remains of deleted rows from the files of the database. SQLite overwrites deleted rows by itself
 * (`secure_delete`), but its write-ahead log and the search index can still contain parts of these rows. On PostgreSQL,
 * vacuums the tables.
 */
export async function vacuumDeletedRows({ em }: Pick<Ctx, 'em'>): Promise<void> {
  const db = em.fork().getKysely<Tables>();
  if (isPostgresql(db)) {
    for (const table of ['messages', 'message_events', 'outbox_mails', 'kept_answers', 'security_events'])
      await sql`vacuum ${sql.table(table)}`.execute(db);
    return;
  }
  await sql`insert into messages_fts (messages_fts, rank) values ('merge', ${sql.lit(mergedPages)})`.execute(
    db,
  );
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
