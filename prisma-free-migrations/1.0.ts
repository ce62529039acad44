import { sql } from 'kysely';
import {
  addColumns,
  createIndexes,
  createTable,
  type Db,
  isPostgresql,
  migration,
  rewriteRows,
  toMoment,
} from './schema.ts';

/** Leads from version 0.2 to version 1.0. */
export const version10 = migration('1.0', run, {
  commit: '5fcf3670',
  names: [
    '20261128-preview-makers',
    '20261128-search-words',
    '20261128-one-signing-key',
    '20261128-files-stay',
    '20261128-sizes-on-demand',
    '20261128-message-order',
    '20261128-incoming-mail',
    '20261128-incoming-mail-key',
    '20261128-applicants',
    '20261128-result-line',
    '20261128-visits',
    '20261128-webhooks',
    '20261128-slugs',
    '20261128-translations',
    '20261128-preview-ends',
    '20261128-undo',
    '20261129-external-ids',
    '20261129-log-filters',
    '20261129-translated-people',
  ],
});

async function run(db: Db): Promise<void> {
  await changeAccounts(db);
  await replaceSigningKeys(db);
  await changePictures(db);
  await changeContent(db);
  await createTranslations(db);
  await changeInbox(db);
  await createIncomingMail(db);
  await changeLog(db);
  await createVisits(db);
  await createWebhooks(db);
  await foldWords(db);
}

async function changeAccounts(db: Db): Promise<void> {
  // How often the preview links of a person were ended, all at once.
  await addColumns(db, 'users', { preview_generation: ['integer', 0] });
  // When the last link to a draft ends. Links from before are not known.
  await addColumns(db, 'previews', { shared_until: 'moment?' });
}

/**
 * Removes the signing keys of each purpose. The next start makes the one for all. A site that had keys gets an event in
 * the security log, of which the dashboard tells admins.
 */
async function replaceSigningKeys(db: Db): Promise<void> {
  // Makes SQLite overwrite the keys that version 0.1 did not encrypt.
  if (!isPostgresql(db)) await sql`pragma secure_delete = on`.execute(db);
  const replaced = await db.selectFrom('secrets').select('name').limit(1).execute();
  await db.schema.dropTable('secrets').execute();
  await createTable(db, 'secrets', { name: 'text', value: 'text' }, { primaryKey: ['name'] });
  if (replaced.length === 0) return;
  await db
    .insertInto('security_events')
    .values({
      type: 'keys_rotated',
      address: 'upgrade',
      details: JSON.stringify({ reason: 'signing key' }),
      created_at: toMoment(db, Date.now()),
      search_text: 'upgrade',
    })
    .execute();
}

async function changePictures(db: Db): Promise<void> {
  // Pictures stay where they were stored. The start moves those in the private storage back.
  await sql`delete from sweep_candidates where kind = 'away'`.execute(db);
  // A size of a picture is made when it is first requested, so no queue of pictures without sizes is needed.
  await db.schema.dropIndex('pictures_sized_at_created_at_index').execute();
  for (const column of ['sized_at', 'claimed_until', 'tries'])
    await db.schema.alterTable('pictures').dropColumn(column).execute();
}

async function changeContent(db: Db): Promise<void> {
  // One sentence about what a project achieved.
  await addColumns(db, 'projects', { result_line: 'text?' });
  for (const table of ['members', 'clients', 'testimonials']) await addColumns(db, table, { lang: 'text?' });
  // Programs find a row, also a draft, by its slug.
  for (const table of ['posts', 'projects', 'jobs', 'pages']) await createIndexes(db, table, [['slug']]);
  // What other systems call rows, by which programs find them again.
  await createTable(
    db,
    'external_ids',
    {
      id: 'id',
      module: 'text',
      item_id: 'integer',
      external_id: 'text',
      external_hash: 'text?',
      as_of: 'integer',
    },
    {
      unique: [
        ['module', 'item_id'],
        ['module', 'external_id'],
      ],
    },
  );
}

/** Rows with the same content in several languages. */
async function createTranslations(db: Db): Promise<void> {
  await createTable(
    db,
    'translations',
    { kind: 'text', item_id: 'integer', original_id: 'integer', lang: 'text', as_of: 'integer' },
    { primaryKey: ['kind', 'item_id'], unique: [['kind', 'original_id', 'lang']] },
  );
}

/**
 * Reminders, the order of the panel's list by what came from outside or was due last, the stages of applications, and the
 * language of the form of a message.
 */
async function changeInbox(db: Db): Promise<void> {
  await addColumns(db, 'messages', {
    last_incoming_at: 'moment?',
    remind_at: 'moment?',
    listed_at: 'moment?',
    stage: 'text?',
    refused_at: 'moment?',
    lang: 'text?',
  });
  await sql`update messages set last_incoming_at = created_at, listed_at = created_at`.execute(db);
  await sql`update messages set stage = 'new' where kind in ('application', 'internship')`.execute(db);
  await createIndexes(db, 'messages', [
    ['folder', 'listed_at', 'id'],
    ['folder', 'is_read', 'listed_at', 'id'],
    ['folder', 'state', 'listed_at', 'id'],
    ['folder', 'assignee_id', 'listed_at', 'id', 'state'],
    ['folder', 'kind', 'listed_at', 'id'],
    ['folder', 'about_id', 'listed_at', 'id'],
    ['folder', 'last_incoming_at', 'id'],
    ['folder', 'stage', 'created_at', 'id'],
    ['folder', 'stage', 'listed_at', 'id'],
  ]);
  await sql`create index messages_remind_at_index on messages (folder, remind_at, id)
    where remind_at is not null`.execute(db);
  await sql`create index messages_refused_at_index on messages (refused_at, id)
    where refused_at is not null`.execute(db);
  // With its condition in the index, a count does not read the rows.
  await sql`drop index messages_with_file_index`.execute(db);
  await sql`create index messages_with_file_index on messages (folder, created_at, id, attachment_name)
    where attachment_name is not null`.execute(db);
}

/** Mails that come in, and the mailbox in which the server looks for them. */
async function createIncomingMail(db: Db): Promise<void> {
  await createTable(
    db,
    'incoming_mails',
    {
      id: 'id',
      event_id: 'integer',
      created_at: 'moment',
      name: 'text',
      address: 'text',
      quoted: 'text?',
      remarks: 'json',
      is_automatic: ['boolean', false],
      sender_check: 'text?',
      source_key: 'text?',
      source_bytes: ['integer', 0],
      email_key: ['text', ''],
    },
    {
      references: { event_id: 'message_events' },
      indexes: [['event_id'], ['created_at', 'id'], ['source_key'], ['email_key']],
    },
  );
  await addColumns(db, 'message_files', { warning: 'text?' });
  // A reply names the Message-ID of the answer.
  await createIndexes(db, 'message_events', [['mail_id']]);
  await createTable(
    db,
    'mailboxes',
    {
      id: 'id',
      name: 'text',
      uid_validity: 'text?',
      last_uid: ['integer', 0],
      looked_at: 'moment?',
      taken: ['integer', 0],
      passed_over: ['integer', 0],
      note: 'text?',
      error: 'text?',
    },
    { unique: [['name']] },
  );
}

/**
 * The versions of the row that each entry is about, the call that an entry belongs to, and the entries that take one
 * another back.
 */
async function changeLog(db: Db): Promise<void> {
  await addColumns(db, 'activities', {
    version_before: 'integer?',
    version_after: 'integer?',
    undoes: 'integer?',
    undone_by: 'integer?',
    call_id: 'integer?',
  });
  await db.schema.dropIndex('activities_user_id_is_verified_has_caller_post_created_at_index').execute();
  await createIndexes(db, 'activities', [
    ['module', 'item_id', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['is_verified', 'created_at', 'id'],
  ]);
}

/** Sums of views and visits. They begin only when somebody turns them on, except on a new site. */
async function createVisits(db: Db): Promise<void> {
  await createTable(
    db,
    'visit_counts',
    { kind: 'text', period: 'text', name: 'text', views: 'integer', visits: 'integer' },
    { primaryKey: ['kind', 'period', 'name'] },
  );
  await turnOffCounting(db);
}

/** A default would count on every site whose settings do not say otherwise. */
async function turnOffCounting(db: Db): Promise<void> {
  const users = await db.selectFrom('users').select('id').limit(1).execute();
  if (users.length === 0) return;
  const last = await db
    .selectFrom('site_settings')
    .select(['version', 'value'])
    .where('group_name', '=', 'privacy')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const stored = typeof last?.value === 'string' ? JSON.parse(last.value) : (last?.value ?? {});
  const value = JSON.stringify({ ...stored, counts_visits: false });
  await sql`insert into site_settings (group_name, version, value, user_name, created_at)
    values ('privacy', ${Number(last?.version ?? 0) + 1}, ${value}, 'Command line', ${toMoment(db, Date.now())})`.execute(
    db,
  );
}

/** The addresses of other programs, and the events for them. */
async function createWebhooks(db: Db): Promise<void> {
  await createTable(db, 'webhooks', {
    id: 'id',
    name: 'text',
    url: 'text',
    events: 'json',
    secret: 'text?',
    old_secret: 'text?',
    secret_replaced_at: 'moment?',
    is_active: ['boolean', true],
    off_reason: 'text?',
    failing_since: 'moment?',
    user_id: 'integer?',
    created_at: 'moment',
  });
  await createTable(
    db,
    'webhook_deliveries',
    {
      id: 'id',
      webhook_id: 'integer',
      event_id: 'text',
      type: 'text',
      item: 'text',
      payload: 'text',
      state: ['text', 'waiting'],
      tries: ['integer', 0],
      next_try_at: 'text',
      created_at: 'text',
      done_at: 'text?',
      status: 'integer?',
      error: 'text?',
      took_ms: 'integer?',
    },
    {
      references: { webhook_id: 'webhooks' },
      indexes: [
        ['webhook_id'],
        ['webhook_id', 'item', 'state', 'id'],
        ['webhook_id', 'state', 'next_try_at'],
        ['state', 'id'],
      ],
    },
  );
}

const titled = { search_text: 'text', sort_title: 'text' } as const;
const searched = { search_text: 'text' } as const;
const folded: Readonly<Record<string, Readonly<Record<string, 'text'>>>> = {
  posts: titled,
  members: titled,
  jobs: titled,
  projects: titled,
  testimonials: titled,
  clients: titled,
  pages: titled,
  media: titled,
  users: searched,
  trash_items: searched,
  security_events: searched,
  messages: searched,
  activities: { search_text: 'text', open_search_text: 'text' },
};

const plain: Readonly<Record<string, string>> = {
  ...{ đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
};
const unheard =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06e8\u06ea-\u06ed\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]|[\ufe00-\ufe0f]/g;

/** Folds a text further that an earlier version has folded. */
function foldSigns(text: string): string {
  return text
    .normalize('NFD')
    .replace(unheard, '')
    .normalize('NFC')
    .replace(/[đðþħŧٱىیکة]/g, (letter) => plain[letter]!)
    .replace(/[`‘’‚‛′‹›ʹʻʼʽ]/g, "'")
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‐‑‒–—―⁃−]/g, '-')
    .replace(/[^\S\n]+/g, ' ');
}

/** Searches ignore kinds of the same sign, invisible characters and the marks of Arabic letters. */
export async function foldWords(db: Db): Promise<void> {
  for (const [table, columns] of Object.entries(folded)) {
    await rewriteRows(db, table, { from: [], to: columns }, (row) =>
      Object.fromEntries(Object.keys(columns).map((name) => [name, foldSigns(String(row[name]))])),
    );
  }
}
