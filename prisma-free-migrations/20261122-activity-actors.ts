import { Migration } from '@mikro-orm/migrations';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql, obtainTrigrams, startSearching, stopSearching } from './listed-tables.ts';

interface Tables {
  activities: {
    id: number;
    type: string;
    module: string | null;
    description: string;
    note: string | null;
    user_name: string;
    item_name: string | null;
    search_text: string;
    open_search_text: string;
  };
}

const table = 'activities';
const facets = ['type', 'module'];
const texts = ['search_text', 'open_search_text'];
const batchRows = 500;

const verbs: Record<string, string> = { create: 'Created', update: 'Updated', delete: 'Deleted' };
const nouns: Record<string, string> = {
  blog: 'blog post',
  team: 'team member',
  job: 'job posting',
  portfolio: 'portfolio project',
};

/**
 * Adds the actor's e-mail address and the caller's text as a note to the entries of the activity log. Also
 * adds whether everybody may read an entry.
 */
export class ActivityActors extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<Tables>();
    const plain = db as unknown as Kysely<unknown>;
    await takeTime(plain);
    await stopSearching(plain, { table });
    const { boolean } = columnTypes(plain);
    await db.schema.alterTable(table).addColumn('user_email', 'text').execute();
    await db.schema.alterTable(table).addColumn('note', 'text').execute();
    await db.schema
      .alterTable(table)
      .addColumn('was_public', boolean, (col) => col.notNull().defaultTo(false))
      .execute();
    await db.schema
      .alterTable(table)
      .addColumn('open_search_text', 'text', (col) => col.notNull().defaultTo(''))
      .execute();
    await moveCallersWords(db);
    await markPublic(plain);
    await describeHidden(db);
    if (isPostgresql(plain) && !(await obtainTrigrams(plain))) return;
    await startSearching(plain, { table, facets: [...facets, 'was_public'], texts });
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<Tables>();
    const plain = db as unknown as Kysely<unknown>;
    await takeTime(plain);
    await stopSearching(plain, { table, texts });
    const isTold = sql<SqlBool>`note is not null and note <> description`;
    await rewrite(db, isTold, ({ note }) => note);
    for (const column of ['user_email', 'note', 'was_public', 'open_search_text']) {
      await db.schema.alterTable(table).dropColumn(column).execute();
    }
    if (isPostgresql(plain) && !(await obtainTrigrams(plain))) return;
    await startSearching(plain, { table, facets });
  }
}

/**
 * Removes the time limit of statements on PostgreSQL, because changing many rows takes longer than the limit.
 */
async function takeTime(db: Kysely<unknown>): Promise<void> {
  if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
}

/**
 * Moves the caller's text to the note. For a confirmed entry, composes the server's own description again.
 */
async function moveCallersWords(db: Kysely<Tables>): Promise<void> {
  await sql`update activities set note = description where has_caller_post = true`.execute(db);
  const isConfirmed = sql<SqlBool>`is_verified = true and has_caller_post = true and item_name is not null`;
  await rewrite(db, isConfirmed, ({ type, module, item_name, is_restored }) => {
    const verb = is_restored ? 'Restored' : verbs[type];
    const noun = nouns[module ?? ''];
    return verb && noun ? `${verb} ${noun} "${item_name}"` : null;
  });
}

type Entry = Pick<Tables['activities'], 'type' | 'module' | 'note' | 'item_name'> & { is_restored: unknown };

/**
 * Changes the descriptions and the search texts of the entries that match `condition`. If `describe` returns
 * null, the description remains unchanged.
 */
async function rewrite(
  db: Kysely<Tables>,
  condition: ReturnType<typeof sql<SqlBool>>,
  describe: (entry: Entry) => string | null,
): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'type', 'module', 'note', 'item_name', 'user_name'])
      // An update records its changes. An update without changes is a restoration from the trash.
      .select(sql<unknown>`case when type = 'update' and changes is null then 1 else 0 end`.as('restored'))
      .where('id', '>', after)
      .where(condition)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    for (const { id, user_name, restored, ...entry } of rows) {
      const description = describe({ ...entry, is_restored: restored });
      if (description === null) continue;
      const search_text = fold(description, user_name);
      await db.updateTable(table).set({ description, search_text }).where('id', '=', id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/**
 * Marks the entries about public rows. Whether visitors could see a row at the time of an entry is unknown,
 * so the present visibility counts.
 */
async function markPublic(db: Kysely<unknown>): Promise<void> {
  await sql`update activities set was_public = true where module in ('team', 'portfolio')
    or module = 'blog' and item_id in (select id from posts where is_published = true)
    or module = 'job' and item_id in (select id from jobs where is_active = true)`.execute(db);
}

/**
 * Changes all hidden entries of the same kind and person with one statement, because these entries have the
 * same text.
 */
async function describeHidden(db: Kysely<Tables>): Promise<void> {
  const isHidden = sql<SqlBool>`was_public = false`;
  const kinds = await db
    .selectFrom(table)
    .select(['type', 'module', 'user_name'])
    .distinct()
    .where(isHidden)
    .execute();
  for (const { type, module, user_name } of kinds) {
    const words = `${verbs[type] ?? type} ${nouns[module ?? ''] ?? module ?? 'entry'}: A draft`;
    await db
      .updateTable(table)
      .set({ open_search_text: fold(words, user_name) })
      .where(isHidden)
      .where('type', '=', type)
      .where('module', module === null ? 'is' : '=', module)
      .where('user_name', '=', user_name)
      .execute();
  }
}

/**
 * Returns the words as folded search text. Folding happens in JavaScript, because the databases' `lower()`
 * may fold only ASCII.
 */
function fold(...words: string[]): string {
  return words.join('\n').normalize('NFKC').toLowerCase();
}
