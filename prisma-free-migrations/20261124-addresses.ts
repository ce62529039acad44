import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql } from './listed-tables.ts';

const table = 'addresses';
const tables = ['posts', 'projects', 'jobs'];

/**
 * The columns of the sitemap's indexes before and after this migration. With an index of all these columns,
 * the sitemap need not read the rows themselves.
 */
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

/** Adds readable addresses (slugs) of rows, and the fields for search engines and shared links. */
export class Addresses extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { moment, boolean } = columnTypes(db);
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
    for (const name of tables) {
      const alter = () => db.schema.alterTable(name);
      for (const column of ['slug', 'seo_title', 'seo_description'])
        await alter().addColumn(column, 'text').execute();
      await alter().addColumn('share_picture', 'integer').execute();
      await alter()
        .addColumn('is_hidden_from_search', boolean, (col) => col.notNull().defaultTo(sql`false`))
        .execute();
      await alter()
        .addColumn('canonical_url', 'text', (col) => col.notNull().defaultTo(''))
        .execute();
      await alter()
        .addColumn('is_in_sitemap', boolean, (col) => col.notNull().defaultTo(sql`true`))
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
    await takeImported(db);
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

const atOnce = 500;

interface Imported {
  id: number;
  row_id: number;
  details: { address?: unknown } | string;
  imported_at: unknown;
}
type Tables = { imported_items: Imported & { kind: string } } & Record<string, Record<string, unknown>>;

/**
 * Adds the old addresses of the posts that were imported before this migration. If several posts have the
 * same old address, the address belongs to the first post.
 */
async function takeImported(given: Kysely<unknown>): Promise<void> {
  const db = given as Kysely<Tables>;
  const no = isPostgresql(given) ? false : 0;
  for (let after = 0; ; ) {
    const items = await db
      .selectFrom('imported_items')
      .select(['id', 'row_id', 'details', 'imported_at'])
      .where('kind', '=', 'post')
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    for (const { row_id, details, imported_at: since } of items) {
      const path = oldPath(typeof details === 'string' ? JSON.parse(details) : details);
      if (!path || !(await isStored(db, row_id))) continue;
      await db
        .insertInto(table)
        .values({ path, kind: 'blog', item_id: row_id, target: null, is_current: no, since })
        .onConflict((conflict) => conflict.column('path').doNothing())
        .execute();
    }
    if (items.length < atOnce) return;
    after = items.at(-1)!.id;
  }
}

/** Returns whether a post is stored. A post in the trash counts too, because it can be restored. */
async function isStored(db: Kysely<Tables>, id: number): Promise<boolean> {
  const post = await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst();
  if (post) return true;
  const thrown = db.selectFrom('trash_items').select('id').where('module', '=', 'blog');
  return (await thrown.where('item_id', '=', id).executeTakeFirst()) !== undefined;
}

function oldPath({ address }: { address?: unknown }): string | undefined {
  if (typeof address !== 'string' || !address || !URL.canParse(address, 'http://site')) return undefined;
  const { pathname, search } = new URL(address, 'http://site');
  if (pathname === '/') return /^\?p=\d{1,10}$/.test(search) ? `/${search}` : undefined;
  try {
    const path = decodeURIComponent(pathname).normalize('NFC').toLowerCase().replace(/\/+$/, '');
    return path && path.length <= 1000 && !path.includes('\0') && path.isWellFormed() ? path : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(name: string, columns: string[]): string {
  return `${name}_${columns.join('_')}_index`.slice(0, 63);
}
