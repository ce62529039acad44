import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql } from './listed-tables.ts';

interface Tables {
  messages: {
    id: number;
    kind: string;
    email: string;
    details: Record<string, unknown> | string;
    is_read: boolean | number;
    state: string;
    closed_at: Date | number | null;
  };
  jobs: { id: number; title: string };
}

const batchRows = 1000;

const indexes = [
  ['is_spam', 'state', 'created_at', 'id'],
  ['is_spam', 'assignee_id', 'created_at', 'id'],
  ['assignee_id'],
  ['email_key'],
];

/** Adds the assignee and the state of a message, and a timeline with notes. */
export class InboxWork extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<Tables>();
    const schema = this.getEntityManager().getKysely<unknown>();
    const { id, asId, json, moment } = columnTypes(schema);
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(schema)) await sql`set local statement_timeout = 0`.execute(db);

    const table = sql.table('messages');
    await schema.schema
      .alterTable('messages')
      .addColumn('state', 'text', (col) => col.notNull().defaultTo('open'))
      .execute();
    await sql`alter table ${table} add column assignee_id integer null
      constraint messages_assignee_id_foreign references users (id) on delete set null`.execute(db);
    await schema.schema
      .alterTable('messages')
      .addColumn('email_key', 'text', (col) => col.notNull().defaultTo(''))
      .execute();
    await schema.schema.alterTable('messages').addColumn('about_id', 'integer').execute();
    await schema.schema.alterTable('messages').addColumn('closed_at', moment).execute();

    await schema.schema
      .createTable('message_events')
      .addColumn('id', id, asId)
      .addColumn('message_id', 'integer', (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('type', 'text', (col) => col.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text', (col) => col.notNull())
      .addColumn('text', 'text')
      .addColumn('before', json)
      .addColumn('after', json)
      .addForeignKeyConstraint(
        'message_events_message_id_foreign',
        ['message_id'],
        'messages',
        ['id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await schema.schema
      .createIndex('message_events_message_id_index')
      .on('message_events')
      .column('message_id')
      .execute();

    // Existing messages that somebody has read count as closed since this migration, because the actual time
    // is unknown.
    const now = isPostgresql(schema) ? new Date() : Date.now();
    const isRead = sql<boolean>`${isPostgresql(schema) ? sql`is_read` : sql`is_read = 1`}`;
    await db.updateTable('messages').set({ state: 'closed', closed_at: now }).where(isRead).execute();
    await fillDerived(db);
    for (const columns of indexes) {
      await schema.schema.createIndex(nameOf(columns)).on('messages').columns(columns).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const columns of indexes) await db.schema.dropIndex(nameOf(columns)).execute();
    await db.schema.dropTable('message_events').execute();
    for (const column of ['state', 'assignee_id', 'email_key', 'about_id', 'closed_at']) {
      await db.schema.alterTable('messages').dropColumn(column).execute();
    }
  }
}

function nameOf(columns: string[]): string {
  return `messages_${columns.join('_')}_index`;
}

/**
 * Fills the sender's key. Also fills the job of an application if exactly one job has the title in the
 * application.
 */
async function fillDerived(db: Kysely<Tables>): Promise<void> {
  const jobs = await db.selectFrom('jobs').select(['id', 'title']).execute();
  const idOf = new Map<string, number | null>();
  for (const { id, title } of jobs) idOf.set(title, idOf.has(title) ? null : id);
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'kind', 'email', 'details'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    const values = rows.map(({ id, kind, email, details }) => {
      const { job } = typeof details === 'string' ? JSON.parse(details) : details;
      const about = kind === 'application' ? (idOf.get(String(job)) ?? null) : null;
      const key = email.normalize('NFKC').toLowerCase();
      return sql`(cast(${id} as integer), cast(${key} as text), cast(${about} as integer))`;
    });
    // SQLite and PostgreSQL name the columns of a list of values `column1`, `column2` and so on.
    await sql`update messages set email_key = given.column2, about_id = given.column3
      from (values ${sql.join(values)}) as given where given.column1 = messages.id`.execute(db);
    after = last.id;
  }
}
