import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql } from './listed-tables.ts';

/** Adds the list of files that no row uses, and an index that finds messages by their attachment. */
export class Sweep extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { moment } = columnTypes(db);

    await db.schema
      .createTable('sweep_candidates')
      .addColumn('file', 'text', (col) => col.notNull().primaryKey())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('first_seen', moment, (col) => col.notNull())
      .addColumn('seen_at', moment, (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('sweep_candidates_kind_seen_at_index')
      .on('sweep_candidates')
      .columns(['kind', 'seen_at'])
      .execute();
    await db.schema
      .createIndex('messages_attachment_key_index')
      .on('messages')
      .column('attachment_key')
      .execute();
    if (isPostgresql(db)) await sql`alter table pictures alter column path type text collate "C"`.execute(db);
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    if (isPostgresql(db))
      await sql`alter table pictures alter column path type text collate "default"`.execute(db);
    await db.schema.dropIndex('messages_attachment_key_index').execute();
    await db.schema.dropTable('sweep_candidates').execute();
  }
}
