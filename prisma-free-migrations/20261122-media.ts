import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql, startListing, stopListing } from './listed-tables.ts';

const table = 'media';

const indexes = [
  ['created_at', 'id'],
  ['sort_title', 'id'],
  ['type', 'created_at', 'id'],
  ['is_described', 'created_at', 'id'],
  ['checksum'],
];

/**
 * The columns that show pictures, each with the column that names the row. A picture that several rows show
 * is named after the first row.
 */
const shown = [
  { from: 'posts', column: 'featured_image', title: 'title' },
  { from: 'members', column: 'image', title: 'name' },
  { from: 'projects', column: 'image', title: 'title' },
  { from: 'testimonials', column: 'portrait', title: 'person' },
  { from: 'setting_pictures', column: 'image', title: 'group_name' },
];

const batchRows = 500;
/** The pattern of the path of a stored picture. */
const stored = /^uploads\/([0-9a-f]{32})-(?:[0-9a-f]{8}){1,2}\.(jpeg|png|webp|avif)$/;

interface Shown {
  id: number;
  path: string;
  title: string;
  alt: string | null;
  created_at: unknown;
}

/**
 * Adds the media library with the pictures that rows show. Pictures of rows in the trash are private and are
 * not added.
 */
export class Media extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, boolean, moment, json } = columnTypes(db);
    await db.schema
      .createTable(table)
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('path', 'text')
      .addColumn('checksum', 'text', (col) => col.notNull())
      .addColumn('type', 'text', (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('alt', 'text')
      .addColumn('is_described', boolean, (col) => col.notNull())
      .addColumn('caption', 'text')
      .addColumn('credit', 'text')
      .addColumn('tags', json, (col) => col.notNull())
      .addColumn('focal_x', 'integer', (col) => col.notNull())
      .addColumn('focal_y', 'integer', (col) => col.notNull())
      .addColumn('is_attached', boolean, (col) => col.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text', (col) => col.notNull())
      .addColumn('search_text', 'text', (col) => col.notNull())
      .addColumn('sort_title', 'text', (col) => col.notNull())
      .execute();
    await db.schema.createIndex('media_path_unique').unique().on(table).column('path').execute();
    for (const columns of indexes) {
      const name = `${table}_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on(table).columns(columns).execute();
    }
    await db.schema
      .createTable('media_uses')
      .addColumn('media_id', 'integer', (col) => col.notNull())
      .addColumn('module', 'text', (col) => col.notNull())
      .addColumn('item_id', 'integer', (col) => col.notNull())
      .addColumn('place', 'text', (col) => col.notNull())
      .addPrimaryKeyConstraint('media_uses_pkey', ['media_id', 'module', 'item_id', 'place'])
      .addForeignKeyConstraint('media_uses_media_id_foreign', ['media_id'], table, ['id'], (key) =>
        key.onDelete('restrict'),
      )
      .execute();
    for (const columns of [['media_id'], ['module', 'item_id']]) {
      const name = `media_uses_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on('media_uses').columns(columns).execute();
    }
    for (const columns of shown) await enterShown(db, columns);
    await startListing(db, { table });
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await stopListing(db, { table });
    await db.schema.dropTable('media_uses').execute();
    await db.schema.dropTable(table).execute();
  }
}

async function enterShown(
  db: Kysely<unknown>,
  { from, column, title }: (typeof shown)[number],
): Promise<void> {
  const isOnPostgresql = isPostgresql(db);
  // Adding many pictures takes longer than the usual time limit of a statement.
  if (isOnPostgresql) await sql`set local statement_timeout = 0`.execute(db);
  for (let after = 0; ; ) {
    const { rows } = await sql<Shown>`
      select t.id, t.${sql.ref(column)} as path, t.${sql.ref(title)} as title, p.alt, p.created_at
      from ${sql.table(from)} t join pictures p on p.path = t.${sql.ref(column)}
      where t.id > ${after} order by t.id limit ${batchRows}`.execute(db);
    for (const row of rows) {
      const [, checksum, type] = stored.exec(row.path) ?? [];
      if (!checksum) continue;
      const name = row.title.slice(0, 200);
      const isDescribed = row.alt !== null;
      await sql`insert into media (created_at, updated_at, path, checksum, type, name, alt, is_described, tags, focal_x,
          focal_y, is_attached, user_name, search_text, sort_title)
        values (${row.created_at}, ${row.created_at}, ${row.path}, ${checksum}, ${type}, ${name}, ${row.alt},
          ${isOnPostgresql ? isDescribed : Number(isDescribed)}, '[]', 5, 5, ${isOnPostgresql ? true : 1}, '',
          ${[name, row.alt ?? '', '', ''].map(fold).join('\n')}, ${fold(name)})
        on conflict (path) do nothing`.execute(db);
    }
    if (rows.length < batchRows) return;
    after = rows.at(-1)!.id;
  }
}

const plain: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe' };

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ıßøłæœ]/g, (letter) => plain[letter] ?? letter);
}
