import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import { foldAccents } from './20261122-search-folding.ts';
import { columnTypes } from './column-types.ts';
import { isPostgresql } from './listed-tables.ts';

interface Words {
  id: number;
  subject: string;
  message: string;
  name: string;
  email: string;
  phone: string | null;
  details: Record<string, string> | string;
  search_text: string;
}

interface Tables {
  messages: Words & { folder: string; moved_at: Date | number | null; is_spam: boolean | number };
  message_events: { id: number; message_id: number; text: string | null };
}

const batchRows = 1000;
const maxSearchLetters = 50_000;

const earlierIndexes = [
  ['is_spam', 'created_at', 'id'],
  ['is_spam', 'is_read', 'created_at', 'id'],
  ['is_spam', 'state', 'created_at', 'id'],
  ['is_spam', 'assignee_id', 'created_at', 'id'],
  ['email_key'],
];
const indexes = [
  ['folder', 'created_at', 'id'],
  ['folder', 'is_read', 'created_at', 'id'],
  ['folder', 'state', 'created_at', 'id'],
  ['folder', 'assignee_id', 'created_at', 'id'],
  ['folder', 'kind', 'created_at', 'id'],
  ['folder', 'about_id', 'created_at', 'id'],
  // Without `folder` in this index, SQLite would prefer to read all messages of a folder instead of all
  // messages of an address.
  ['email_key', 'folder'],
];

/**
 * Replaces the spam mark of a message with its folder: inbox, Spam or Trash. Searches also cover more fields
 * of a message.
 */
export class InboxDesk extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<Tables>();
    const schema = this.getEntityManager().getKysely<unknown>();
    const { moment } = columnTypes(schema);
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(schema)) await sql`set local statement_timeout = 0`.execute(db);

    await schema.schema
      .alterTable('messages')
      .addColumn('folder', 'text', (col) => col.notNull().defaultTo('inbox'))
      .execute();
    await schema.schema.alterTable('messages').addColumn('moved_at', moment).execute();

    // Existing spam counts as moved to Spam now. Otherwise, a rule about the age of spam could delete it at
    // once.
    const moved_at = isPostgresql(schema) ? new Date() : Date.now();
    const isSpam = sql<boolean>`${isPostgresql(schema) ? sql`is_spam` : sql`is_spam = 1`}`;
    await db.updateTable('messages').set({ folder: 'spam', moved_at }).where(isSpam).execute();

    for (const columns of earlierIndexes) await schema.schema.dropIndex(nameOf(columns)).execute();
    await schema.schema.alterTable('messages').dropColumn('is_spam').execute();
    for (const columns of indexes) {
      await schema.schema.createIndex(nameOf(columns)).on('messages').columns(columns).execute();
    }
    await sql`create index "messages_with_file_index" on "messages" ("folder", "created_at", "id")
      where "attachment_name" is not null`.execute(db);

    await searchMore(db);
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<Tables>();
    const schema = this.getEntityManager().getKysely<unknown>();
    const { boolean } = columnTypes(schema);
    await schema.schema
      .alterTable('messages')
      .addColumn('is_spam', boolean, (col) =>
        col.notNull().defaultTo(sql.raw(isPostgresql(schema) ? 'false' : '0')),
      )
      .execute();
    // The earlier version has no Trash. Messages in Trash count as spam, so that they do not return to the
    // inbox.
    const is_spam = isPostgresql(schema) ? true : 1;
    await db.updateTable('messages').set({ is_spam }).where('folder', '!=', 'inbox').execute();
    await schema.schema.dropIndex('messages_with_file_index').execute();
    for (const columns of indexes) await schema.schema.dropIndex(nameOf(columns)).execute();
    for (const column of ['folder', 'moved_at']) {
      await schema.schema.alterTable('messages').dropColumn(column).execute();
    }
    for (const columns of earlierIndexes) {
      await schema.schema.createIndex(nameOf(columns)).on('messages').columns(columns).execute();
    }
  }
}

function nameOf(columns: string[]): string {
  return `messages_${columns.join('_')}_index`;
}

/** Adds the phone number and the details to the search text of each message. */
async function searchMore(db: Kysely<Tables>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'subject', 'message', 'name', 'email', 'phone', 'details', 'search_text'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    const notes = await db
      .selectFrom('message_events')
      .select(['message_id', 'text'])
      .where('message_id', '>', after)
      .where('message_id', '<=', last.id)
      .where('text', 'is not', null)
      .orderBy('id', 'desc')
      .execute();
    const notesOf = Map.groupBy(notes, ({ message_id }) => message_id);
    const values = rows.flatMap((row) => {
      const text = searchTextOf(
        row,
        (notesOf.get(row.id) ?? []).map(({ text: note }) => note ?? ''),
      );
      return text === row.search_text ? [] : [sql`(cast(${row.id} as integer), cast(${text} as text))`];
    });
    // SQLite and PostgreSQL name the columns of a list of values `column1`, `column2` and so on.
    if (values.length > 0) {
      await sql`update messages set search_text = given.column2
        from (values ${sql.join(values)}) as given where given.column1 = messages.id`.execute(db);
    }
    after = last.id;
  }
}

function searchTextOf({ subject, message, name, email, phone, details }: Words, notes: string[]): string {
  const digits = phone?.replace(/\D/g, '') ?? '';
  const others: Record<string, string> = typeof details === 'string' ? JSON.parse(details) : details;
  const own = new Set([subject, message, name, email, phone ?? '', digits, ...Object.values(others)]);
  return foldAccents(...own, ...notes).slice(0, maxSearchLetters);
}
