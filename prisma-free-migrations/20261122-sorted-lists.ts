import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { isPostgresql } from './listed-tables.ts';

const tables = ['posts', 'members', 'jobs', 'projects', 'testimonials'];

const indexOf = (table: string) => `${table}_sort_title_id_index`;

/** Adds folded titles with indexes, so that lists of content can be sorted by title. */
export class SortedLists extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const isOnPostgresql = isPostgresql(db);
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isOnPostgresql) await sql`set local statement_timeout = 0`.execute(db);
    // The folded title is the first line of the search text.
    const title = isOnPostgresql
      ? sql`split_part(search_text, chr(10), 1)`
      : sql`substr(search_text, 1, instr(search_text || char(10), char(10)) - 1)`;
    for (const table of tables) {
      await db.schema
        .alterTable(table)
        .addColumn('sort_title', 'text', (col) => col.notNull().defaultTo(''))
        .execute();
      await sql`update ${sql.table(table)} set sort_title = ${title}`.execute(db);
      await db.schema.createIndex(indexOf(table)).on(table).columns(['sort_title', 'id']).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of tables) {
      await db.schema.dropIndex(indexOf(table)).execute();
      await db.schema.alterTable(table).dropColumn('sort_title').execute();
    }
  }
}
