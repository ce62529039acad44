import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { columnTypes } from './column-types.ts';

/** The columns with the times after which old messages are deleted. */
const moments = ['closed_at', 'moved_at'];

/** Adds the proofs that persons were erased, and the indexes that find old messages. */
export class Privacy extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment, json, boolean } = columnTypes(db);
    await db.schema
      .createTable('erasures')
      .addColumn('id', id, asId)
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('user_name', 'text', (col) => col.notNull())
      .addColumn('reference', 'text', (col) => col.notNull())
      .addColumn('counts', json, (col) => col.notNull())
      .addColumn('is_done', boolean, (col) => col.notNull())
      .execute();
    for (const column of moments) {
      await sql`create index ${sql.id(`messages_${column}_index`)} on "messages" (${sql.id(column)}, "id")
        where ${sql.id(column)} is not null`.execute(db);
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const column of moments) await db.schema.dropIndex(`messages_${column}_index`).execute();
    await db.schema.dropTable('erasures').execute();
  }
}
