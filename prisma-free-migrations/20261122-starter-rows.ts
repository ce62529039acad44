import { createHash } from 'node:crypto';
import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import { columnTypes } from './column-types.ts';

interface Row {
  id: number;
  version: number;
}
type Db = Kysely<Record<string, Row>>;

/**
 * The tables with starter rows, by the name of the module in the activity log. Each table is listed with its
 * columns, except for columns of choices.
 */
const modules: Record<
  string,
  { table: string; words: string[]; lists: string[]; ticks: string[]; picture?: string }
> = {
  blog: {
    table: 'posts',
    words: ['title', 'excerpt', 'content'],
    lists: ['tags'],
    ticks: ['is_published'],
    picture: 'featured_image',
  },
  portfolio: {
    table: 'projects',
    words: ['title', 'description', 'client'],
    lists: ['technologies'],
    ticks: [],
    picture: 'image',
  },
  job: {
    table: 'jobs',
    words: ['title', 'description', 'location', 'department', 'duration', 'application_link'],
    lists: ['requirements', 'responsibilities'],
    ticks: ['is_internship', 'is_active'],
  },
  team: {
    table: 'members',
    words: ['name', 'description'],
    lists: ['expertise'],
    ticks: [],
    picture: 'image',
  },
  testimonial: {
    table: 'testimonials',
    words: ['quote', 'person', 'role', 'company'],
    lists: [],
    ticks: ['is_published'],
    picture: 'portrait',
  },
};

/** The first 16 digits of the SHA-256 of each starter row of the versions before this migration. */
const seeded: Record<string, string> = {
  blog:
    'e793a061bc881e05 2596c47cba73afa3 c4aab7f89edf9fa8 4a250c6844b81730 ebf37d292b31fe0b f3855b7e9f1df946 ' +
    '3933f31261c5ca43 473d99400f611b4a 090544b07df2715a db7c18ccf548f969 5e72dfbb759b4c96 18833002eadc7344 ' +
    'ccd38ba62c946ced 4c6b7b4cc70c4ba2 ef9dac333a56539d 063bf6d877c8a544 c36457c08c78bee9 b5deb4a97c177d51 ' +
    '310e03abee197109 b9f6efc08fb07203 d5d08bc51c527272 bb72635a219c5919 e7b6c1fd3e5cd7bc d9bd1a6e24669c3b ' +
    '27004a36b4094d31 69cf7c448bda0d38 79657d04286e825c f18a205b12623c0c a4a49540bef18081 ff5f2a1e224f5c2b ' +
    '36a0ad78546def4d b3923934065054b7 e9c5b45a3da9c69f cded504e6c4f588c 3d63a13be1ac069e c42ee1515786f47a',
  portfolio:
    'dc1365aea71bee83 002841db602da8f5 c334866b2d2939d3 772f1cd9b17880e2 400a44adb96cc8d4 24354e38fe1c4591 ' +
    'a06f644b1e6684a6 5dd0885a6d9937ef fd5115a819382708 9a9db38d597f84fd d6db7db802e5b722 42ca7648f5428864 ' +
    '958412ee657d8ebb f999299b5524b41f a29d584e4382c865 b9a9813fd8abc8fd 41813119e0615b7f 164f0ae5792b0db3 ' +
    'b89f80b9b3c86247 6feb0e7e8951d3cc',
  job:
    '017fe4a5845a7a03 41a0a9a391502402 a61e909b992829fa 5aac93f0c18e8544 b28f634373ac1daa 2e49e2c03f2cb51b ' +
    '9cb59ba8ef4d28f2 88eb872575b0e835 1f5df0793d88940c 8dd83a26ae810599 b117c78b6999cd2c a2a37b71f83f6ad1 ' +
    'ce510d394449aa15 fdf8ae08e133a0ab cdf0e3330f92e69f 1b68a62c500a0d1c',
  team:
    'befef455907ac508 dbaa3f0f199a6c31 287c283b206a854f d98e8d6a957ae30d e9e2cbf3d245bd47 5666b03b7ce51fb8 ' +
    'e044fdd3e4fed430 d53ac0fef29b9a37 86a70312c6bae907 1a2bd02672c0ab8e 0be1b39f7edc1d00 27b982034602be0d ' +
    '3963ebe6ac1480cf 03320bed546e05df daa045aeb053f7ae 7ea3dfdaa94a2e43 3cf18685f52fdef6 c2dfd956a88efb2e ' +
    '45d665765a1a8c06 96b0f81c4cafe62f',
  testimonial: '1e8035df7c788f50 37df11deb641343a',
};

const digits = 16;
const batchRows = 200;

/**
 * Records which rows are starter content, so that unchanged starter rows can be removed together. Also adds
 * to each row in the trash the id of this joint removal, and adds a table of the dismissed offers of the
 * dashboard.
 */
export class StarterRows extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment } = columnTypes(db);
    await db.schema
      .createTable('starter_rows')
      .addColumn('id', id, asId)
      .addColumn('module', 'text', (col) => col.notNull())
      .addColumn('row_id', 'integer', (col) => col.notNull())
      .addColumn('hash', 'text', (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('starter_rows_module_row_id_unique')
      .unique()
      .on('starter_rows')
      .columns(['module', 'row_id'])
      .execute();
    await db.schema
      .createTable('dismissals')
      .addColumn('id', id, asId)
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .execute();
    await db.schema.createIndex('dismissals_name_unique').unique().on('dismissals').column('name').execute();
    await db.schema.alterTable('trash_items').addColumn('batch', 'text').execute();
    await db.schema.createIndex('trash_items_batch_index').on('trash_items').column('batch').execute();
    // A company that has already saved settings does not need the set-up.
    await sql`insert into dismissals (name, created_at)
      select 'set-up', min(created_at) from site_settings having count(*) > 0`.execute(db);
    for (const name of Object.keys(modules)) await recordSeeded(db as unknown as Db, name);
  }

  override async down(): Promise<void> {
    const { schema } = this.getEntityManager().getKysely<unknown>();
    await schema.dropIndex('trash_items_batch_index').execute();
    await schema.alterTable('trash_items').dropColumn('batch').execute();
    await schema.dropTable('dismissals').execute();
    await schema.dropTable('starter_rows').execute();
  }
}

/**
 * Records the starter rows of one table in an existing installation. A row that somebody has changed is not
 * recorded.
 */
async function recordSeeded(db: Db, name: string): Promise<void> {
  const { table, picture } = modules[name]!;
  const missing = new Set(seeded[name]!.split(' '));
  for (let after = 0; missing.size > 0; ) {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where('id', '>', after)
      .where('version', '=', 1)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    for (const row of rows) {
      const stored = { ...row } as Record<string, unknown>;
      const content = contentOf(name, stored);
      if (!missing.delete(hash(content).slice(0, digits))) continue;
      const whole = picture ? { ...content, [picture]: stored[picture] } : content;
      const record = { module: name, row_id: row.id, hash: hash(whole) };
      await db
        .insertInto('starter_rows')
        .values(record as never)
        .execute();
    }
    if (rows.length < batchRows) return;
    after = rows.at(-1)!.id;
  }
}

function contentOf(name: string, row: Record<string, unknown>): Record<string, unknown> {
  const { words, lists, ticks } = modules[name]!;
  const toList = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value);
  return Object.fromEntries([
    ...words.map((key) => [key, row[key]]),
    ...lists.map((key) => [key, toList(row[key])]),
    ...ticks.map((key) => [key, Boolean(row[key])]),
  ]);
}

/**
 * Returns the hash by which the program recognizes unchanged rows. This copy of the function must never
 * change.
 */
function hash(content: Record<string, unknown>): string {
  const counted = Object.entries(content)
    .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(counted)).digest('hex');
}
