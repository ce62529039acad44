import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { isPostgresql } from './listed-tables.ts';

const indexes: [table: string, columns: string[]][] = [
  ['projects', ['position', 'id', 'published_at', 'unpublish_at']],
  ['projects', ['category', 'position', 'id', 'published_at', 'unpublish_at']],
  ['testimonials', ['position', 'id']],
  ['testimonials', ['service', 'position', 'id']],
  ['testimonials', ['is_published', 'position', 'id']],
  ['testimonials', ['service', 'is_published', 'position', 'id']],
  ['posts', ['is_published', 'created_at', 'id', 'published_at', 'unpublish_at']],
  ['posts', ['category', 'is_published', 'created_at', 'id', 'published_at', 'unpublish_at']],
  ['jobs', ['is_active', 'created_at', 'id', 'closes_at']],
];

/** The indexes that are dropped, because the new indexes contain all of their columns. */
const replaced: [table: string, columns: string[]][] = [
  ['posts', ['is_published', 'created_at', 'id']],
  ['posts', ['category', 'is_published', 'created_at', 'id']],
  ['jobs', ['is_active', 'created_at', 'id']],
];

/**
 * Adds the positions that staff give to rows, and indexes for lists that are filtered by the state of rows.
 * Rows that were never moved remain in the order of their ids or creation times.
 */
export class Positions extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
    const double = sql`double precision`;
    await db.schema.alterTable('members').addColumn('position', double).execute();
    for (const table of ['projects', 'testimonials']) {
      await db.schema
        .alterTable(table)
        .addColumn('position', double, (col) => col.notNull().defaultTo(0))
        .execute();
      const created = isPostgresql(db)
        ? sql`(extract(epoch from created_at) * 1000)::double precision`
        : sql`created_at`;
      await sql`update ${sql.table(table)} set position = ${created}`.execute(db);
    }
    for (const [table, columns] of replaced) await db.schema.dropIndex(nameOf(table, columns)).execute();
    for (const [table, columns] of indexes) {
      await db.schema.createIndex(nameOf(table, columns)).on(table).columns(columns).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const [table, columns] of indexes) await db.schema.dropIndex(nameOf(table, columns)).execute();
    for (const [table, columns] of replaced) {
      await db.schema.createIndex(nameOf(table, columns)).on(table).columns(columns).execute();
    }
    for (const table of ['members', 'projects', 'testimonials']) {
      await db.schema.alterTable(table).dropColumn('position').execute();
    }
  }
}

function nameOf(table: string, columns: string[]): string {
  return `${table}_${columns.join('_')}_index`.slice(0, 63);
}
