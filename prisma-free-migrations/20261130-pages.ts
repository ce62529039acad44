import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { startListing, stopListing } from './listed-tables.ts';

const indexes = [
  ['created_at', 'id'],
  ['place', 'created_at', 'id'],
  ['is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
  ['place', 'is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
  ['is_published', 'unpublish_at'],
  ['is_published', 'announced_at', 'published_at'],
  ['is_published', 'is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
  ['sort_title', 'id'],
  ['updated_at', 'id'],
];

/** Adds the pages that staff build from blocks. */
export class Pages extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, boolean, moment, json } = columnTypes(db);
    await db.schema
      .createTable('pages')
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('title', 'text', (col) => col.notNull())
      .addColumn('intro', 'text')
      .addColumn('place', 'text', (col) => col.notNull())
      .addColumn('is_published', boolean, (col) => col.notNull())
      .addColumn('published_at', moment)
      .addColumn('unpublish_at', moment)
      .addColumn('slug', 'text')
      .addColumn('seo_title', 'text')
      .addColumn('seo_description', 'text')
      .addColumn('share_picture', 'integer')
      .addColumn('is_hidden_from_search', boolean, (col) => col.notNull().defaultTo(sql`false`))
      .addColumn('canonical_url', 'text', (col) => col.notNull().defaultTo(''))
      .addColumn('lang', 'text')
      .addColumn('blocks', json, (col) => col.notNull().defaultTo('[]'))
      .addColumn('search_text', 'text', (col) => col.notNull())
      .addColumn('sort_title', 'text', (col) => col.notNull().defaultTo(''))
      .addColumn('announced_at', moment)
      .addColumn('is_in_sitemap', boolean, (col) => col.notNull().defaultTo(sql`true`))
      .execute();
    for (const columns of indexes) {
      await db.schema
        .createIndex(`pages_${columns.join('_')}_index`.slice(0, 63))
        .on('pages')
        .columns(columns)
        .execute();
    }
    await startListing(db, { table: 'pages' });
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await stopListing(db, { table: 'pages' });
    await db.schema.dropTable('pages').execute();
  }
}
