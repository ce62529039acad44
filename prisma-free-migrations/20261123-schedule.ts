import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql } from './listed-tables.ts';

const columns: [table: string, names: string[]][] = [
  ['posts', ['published_at', 'unpublish_at', 'announced_at']],
  ['projects', ['published_at', 'unpublish_at', 'announced_at']],
  ['jobs', ['closes_at']],
];

const indexes: [table: string, columns: string[]][] = [
  ['posts', ['is_published', 'published_at', 'id', 'unpublish_at']],
  ['posts', ['category', 'is_published', 'published_at', 'id', 'unpublish_at']],
  ['posts', ['is_published', 'unpublish_at']],
  ['posts', ['is_published', 'announced_at', 'published_at']],
  ['posts', ['is_published', 'id', 'updated_at', 'published_at', 'unpublish_at']],
  ['projects', ['id', 'updated_at', 'published_at', 'unpublish_at']],
  ['projects', ['published_at']],
  ['projects', ['unpublish_at']],
  ['projects', ['announced_at', 'published_at']],
  ['jobs', ['is_active', 'closes_at']],
  ['jobs', ['is_active', 'id', 'updated_at', 'closes_at']],
];

/** The indexes that are dropped, because the new indexes contain all of their columns. */
const replaced: [table: string, columns: string[]][] = [
  ['posts', ['is_published', 'id', 'updated_at']],
  ['projects', ['id', 'updated_at']],
  ['jobs', ['is_active', 'id', 'updated_at']],
];

/** Adds the times at which posts, projects and jobs become visible to visitors and stop being visible. */
export class ScheduledContent extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { moment } = columnTypes(db);
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
    for (const [table, names] of columns) {
      for (const name of names) await db.schema.alterTable(table).addColumn(name, moment).execute();
    }
    const isPublic = isPostgresql(db) ? sql`is_published` : sql`is_published = 1`;
    await sql`update posts set published_at = created_at, announced_at = created_at where ${isPublic}`.execute(
      db,
    );
    for (const [table, names] of replaced) await db.schema.dropIndex(nameOf(table, names)).execute();
    for (const [table, names] of indexes) {
      await db.schema.createIndex(nameOf(table, names)).on(table).columns(names).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const [table, names] of indexes) await db.schema.dropIndex(nameOf(table, names)).execute();
    for (const [table, names] of replaced) {
      await db.schema.createIndex(nameOf(table, names)).on(table).columns(names).execute();
    }
    for (const [table, names] of columns) {
      for (const name of names) await db.schema.alterTable(table).dropColumn(name).execute();
    }
  }
}

function nameOf(table: string, names: string[]): string {
  return `${table}_${names.join('_')}_index`.slice(0, 63);
}
