import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql } from './listed-tables.ts';

const table = 'addresses';
const tables = ['posts', 'projects', 'jobs'];

/** What the sitemap reads, so that it need not read the rows themselves. */
const sitemap: Record<string, { before: string[]; after: string[] }> = {
  posts: {
    before: ['is_published', 'id', 'updated_at', 'published_at', 'unpublish_at'],
    after: ['is_published', 'is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
  },
  projects: {
    before: ['id', 'updated_at', 'published_at', 'unpublish_at'],
    after: ['is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
  },
  jobs: {
    before: ['is_active', 'id', 'updated_at', 'closes_at'],
    after: ['is_active', 'is_in_sitemap', 'id', 'updated_at', 'closes_at', 'slug'],
  },
};

/** Adds addresses in words, and how pages are found and shared. */
export class Addresses extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { moment, boolean } = columnTypes(db);
    // Changing many rows takes longer than a normal statement may.
    if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
    const [no, yes] = isPostgresql(db) ? [sql`false`, sql`true`] : [sql`0`, sql`1`];
    for (const name of tables) {
      const alter = () => db.schema.alterTable(name);
      for (const column of ['slug', 'seo_title', 'seo_description'])
        await alter().addColumn(column, 'text').execute();
      await alter().addColumn('share_picture', 'integer').execute();
      await alter()
        .addColumn('is_hidden_from_search', boolean, (col) => col.notNull().defaultTo(no))
        .execute();
      await alter()
        .addColumn('canonical_url', 'text', (col) => col.notNull().defaultTo(''))
        .execute();
      await alter()
        .addColumn('is_in_sitemap', boolean, (col) => col.notNull().defaultTo(yes))
        .execute();
      const { before, after } = sitemap[name]!;
      await db.schema.dropIndex(nameOf(name, before)).execute();
      await db.schema.createIndex(nameOf(name, after)).on(name).columns(after).execute();
    }
    await db.schema
      .createTable(table)
      .addColumn('path', 'text', (col) => col.notNull().primaryKey())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('item_id', 'integer')
      .addColumn('target', 'text')
      .addColumn('is_current', boolean, (col) => col.notNull())
      .addColumn('since', moment, (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex(nameOf(table, ['kind', 'item_id']))
      .on(table)
      .columns(['kind', 'item_id'])
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<Record<string, { place: string }>>();
    await db.schema.dropTable(table).execute();
    await db.deleteFrom('media_uses').where('place', '=', 'share_picture').execute();
    const columns = ['slug', 'seo_title', 'seo_description', 'share_picture'];
    for (const name of tables) {
      const { before, after } = sitemap[name]!;
      await db.schema.dropIndex(nameOf(name, after)).execute();
      await db.schema.createIndex(nameOf(name, before)).on(name).columns(before).execute();
      for (const column of [...columns, 'is_hidden_from_search', 'canonical_url', 'is_in_sitemap'])
        await db.schema.alterTable(name).dropColumn(column).execute();
    }
  }
}

function nameOf(name: string, columns: string[]): string {
  return `${name}_${columns.join('_')}_index`.slice(0, 63);
}
