import { sql } from 'kysely';
import {
  changeModules,
  createAddresses,
  createHistory,
  createLibrary,
  createModules,
  indexTags,
} from './0.2-content.ts';
import { fillContent, fillInbox, fillLogs, fillUsers } from './0.2-rows.ts';
import {
  addColumns,
  addReference,
  createIndexes,
  createTable,
  type Db,
  isPostgresql,
  migration,
  toMoment,
} from './schema.ts';
import { startSearching, stopSearching } from './search.ts';

/** Leads from version 0.1 to version 0.2. */
export const version02 = migration('0.2', run, {
  commit: '3a2e5217',
  names: [
    '20261122-activity-actors',
    '20261122-sweep',
    '20261122-sitemap',
    '20261122-capped-counts',
    '20261122-search-folding',
    '20261122-testimonials',
    '20261122-site-settings',
    '20261122-setting-pictures',
    '20261122-sorted-lists',
    '20261122-starter-rows',
    '20261122-media',
    '20261122-sealed-secrets',
    '20261122-versions',
    '20261123-schedule',
    '20261122-albums',
    '20261124-tags-authors',
    '20261124-positions',
    '20261124-addresses',
    '20261124-previews',
    '20261124-working-copies',
    '20261125-accounts',
    '20261126-account-state',
    '20261126-weak-passwords',
    '20261126-sso-sessions',
    '20261126-case-studies',
    '20261126-people-jobs',
    '20261127-notice-replies',
    '20261128-row-languages',
    '20261129-changed-rows',
    '20261129-api-tokens',
    '20261130-inbox-work',
    '20261130-pages',
    '20261201-inbox-desk',
    '20261201-blocked-senders',
    '20261202-outbox',
    '20261202-privacy',
    '20261203-shown-defaults',
    '20261204-missed-addresses',
  ],
});

async function run(db: Db): Promise<void> {
  await dropOldParts(db);
  await changeAccounts(db);
  await changeLogs(db);
  await changeSecrets(db);
  await changeModules(db);
  await createModules(db);
  await createLibrary(db);
  await createHistory(db);
  await createAddresses(db);
  await createSettings(db);
  await changeInbox(db);
  await createOutbox(db);
  for (const fill of [fillUsers, fillLogs, fillContent, fillInbox]) await fill(db);
  await db.schema.alterTable('messages').dropColumn('is_spam').execute();
  for (const table of searched) await startSearching(db, table);
  await startSearching(db, 'activities', ['search_text', 'open_search_text']);
  await indexTags(db);
}

const searched = [
  ...['users', 'messages', 'media', 'pages', 'posts'],
  ...['members', 'jobs', 'projects', 'testimonials', 'clients'],
];

/** Drops what version 0.1 had: counters of rows, search indexes with filters, and indexes that longer ones replace. */
async function dropOldParts(db: Db): Promise<void> {
  const counted = ['messages', 'activities', 'posts', 'jobs', 'projects', 'members', 'users'];
  for (const name of [...counted, 'activity_days']) {
    if (isPostgresql(db)) {
      await sql`drop function if exists ${sql.id(`${name}_counted`)} cascade`.execute(db);
    } else {
      for (const event of ['insert', 'update', 'delete'])
        await sql`drop trigger if exists ${sql.id(`${name}_counted_${event}`)}`.execute(db);
    }
  }
  await db.schema.dropTable('row_counters').ifExists().execute();
  for (const table of counted) await stopSearching(db, table);
  for (const name of [
    'posts_is_published_created_at_id',
    'posts_category_is_published_created_at_id',
    'jobs_is_active_created_at_id',
    'messages_is_spam_created_at_id',
    'messages_is_spam_is_read_created_at_id',
  ])
    await db.schema.dropIndex(`${name}_index`).ifExists().execute();
}

async function changeAccounts(db: Db): Promise<void> {
  await addColumns(db, 'users', {
    deactivated_at: 'moment?',
    last_sign_in_at: 'moment?',
    // Null for existing accounts, which continue to get their mail.
    is_email_unconfirmed: 'boolean?',
    invited_at: 'moment?',
  });
  await createIndexes(db, 'users', [['updated_at', 'id']]);
  await addColumns(db, 'sessions', {
    // Null for existing sessions. The person is asked for proof before the first sensitive action.
    proved_at: 'moment?',
    has_weak_password: ['boolean', false],
    sso_link_id: 'integer?',
    sso_sid: 'text?',
  });
  await createIndexes(db, 'sessions', [['sso_sid']]);
  const ofUser = { references: { user_id: 'users' } };
  await createTable(
    db,
    'factors',
    {
      id: 'id',
      user_id: 'integer',
      kind: 'text',
      name: 'text',
      secret: 'text?',
      credential_id: 'text',
      public_key: 'text?',
      counter: 'integer',
      transports: 'json',
      last_step: 'integer',
      created_at: 'moment',
      last_used_at: 'moment?',
    },
    { ...ofUser, unique: [['credential_id']], indexes: [['user_id']] },
  );
  await createTable(
    db,
    'recovery_codes',
    { id: 'id', user_id: 'integer', code_hash: 'text', used_at: 'moment?' },
    { ...ofUser, indexes: [['user_id']] },
  );
  await createTable(
    db,
    'api_tokens',
    {
      id: 'id',
      user_id: 'integer',
      name: 'text',
      token_hash: 'text',
      hint: 'text',
      scopes: 'json',
      per_minute: 'integer',
      created_at: 'moment',
      expires_at: 'moment',
      last_used_at: 'moment?',
      warned_at: 'moment?',
    },
    { ...ofUser, unique: [['token_hash']], indexes: [['user_id'], ['expires_at']] },
  );
}

async function changeLogs(db: Db): Promise<void> {
  await addColumns(db, 'activities', {
    user_email: 'text?',
    note: 'text?',
    was_public: ['boolean', false],
    open_search_text: ['text', ''],
    via: 'text?',
  });
  await addColumns(db, 'security_events', {
    // Null for existing events, so that nobody gets a mail about them.
    notice_at: 'moment?',
    of_id: 'integer?',
  });
  await createIndexes(db, 'security_events', [['notice_at'], ['user_id'], ['of_id']]);
  await createTable(db, 'erasures', {
    id: 'id',
    created_at: 'moment',
    user_name: 'text',
    reference: 'text',
    counts: 'json',
    is_done: 'boolean',
  });
}

/** Gives each key a generation. When the existing keys were made is unknown. */
async function changeSecrets(db: Db): Promise<void> {
  // Makes SQLite overwrite the unencrypted keys in the file.
  if (!isPostgresql(db)) await sql`pragma secure_delete = on`.execute(db);
  const keys = await db.selectFrom('secrets').select(['name', 'value']).execute();
  await db.schema.dropTable('secrets').execute();
  await createTable(
    db,
    'secrets',
    { name: 'text', generation: 'integer', value: 'text', made_at: 'moment' },
    { primaryKey: ['name', 'generation'] },
  );
  for (const key of keys) {
    const made_at = toMoment(db, 0);
    await db
      .insertInto('secrets')
      .values({ ...key, generation: 1, made_at })
      .execute();
  }
}

async function createSettings(db: Db): Promise<void> {
  await createTable(
    db,
    'site_settings',
    {
      id: 'id',
      group_name: 'text',
      version: 'integer',
      value: 'json',
      user_id: 'integer?',
      user_name: 'text',
      created_at: 'moment',
    },
    { unique: [['group_name', 'version']] },
  );
  await createTable(
    db,
    'setting_pictures',
    { id: 'id', group_name: 'text', version: 'integer', image: 'text' },
    { indexes: [['group_name', 'version'], ['image']] },
  );
  await createTable(db, 'shown_defaults', { id: 'id', language: 'text', trade: 'text', value: 'json' });
  await createTable(
    db,
    'starter_rows',
    { id: 'id', module: 'text', row_id: 'integer', hash: 'text' },
    { unique: [['module', 'row_id']] },
  );
  await createTable(
    db,
    'dismissals',
    { id: 'id', name: 'text', created_at: 'moment' },
    { unique: [['name']] },
  );
}

async function changeInbox(db: Db): Promise<void> {
  await addColumns(db, 'messages', { state: ['text', 'open'] });
  await addReference(db, 'messages.assignee_id', 'users', 'set null');
  await addColumns(db, 'messages', {
    email_key: ['text', ''],
    about_id: 'integer?',
    closed_at: 'moment?',
    folder: ['text', 'inbox'],
    moved_at: 'moment?',
  });
  await createIndexes(db, 'messages', [
    ['folder', 'created_at', 'id'],
    ['folder', 'is_read', 'created_at', 'id'],
    ['folder', 'state', 'created_at', 'id'],
    ['folder', 'assignee_id', 'created_at', 'id'],
    ['folder', 'kind', 'created_at', 'id'],
    ['folder', 'about_id', 'created_at', 'id'],
    // Without `folder` in this index, SQLite would prefer to read all messages of a folder instead of all messages
    // of an address.
    ['email_key', 'folder'],
    ['assignee_id'],
    ['attachment_key'],
  ]);
  await sql`create index messages_with_file_index on messages (folder, created_at, id)
    where attachment_name is not null`.execute(db);
  for (const column of ['closed_at', 'moved_at']) {
    await sql`create index ${sql.id(`messages_${column}_index`)} on messages (${sql.ref(column)}, id)
      where ${sql.ref(column)} is not null`.execute(db);
  }
  await createTable(
    db,
    'message_events',
    {
      id: 'id',
      message_id: 'integer',
      created_at: 'moment',
      type: 'text',
      user_id: 'integer?',
      user_name: 'text',
      text: 'text?',
      before: 'json?',
      after: 'json?',
      subject: 'text?',
      channel: 'text?',
      mail_state: 'text?',
      mail_id: 'text?',
      mail_note: 'text?',
      mail_at: 'moment?',
    },
    { references: { message_id: 'messages' }, indexes: [['message_id']] },
  );
  await createTable(
    db,
    'message_files',
    {
      id: 'id',
      event_id: 'integer',
      created_at: 'moment',
      name: 'text',
      attachment_key: 'text?',
      picture: 'text?',
      bytes: 'integer',
    },
    { references: { event_id: 'message_events' }, indexes: [['event_id'], ['attachment_key']] },
  );
  await createTable(
    db,
    'blocked_senders',
    { id: 'id', created_at: 'moment', sender: 'text', user_name: 'text' },
    { unique: [['sender']] },
  );
}

/** Turns the mails about new messages into an outbox for all mails. Those that wait are notices. */
async function createOutbox(db: Db): Promise<void> {
  await db.schema.dropIndex('notice_mails_next_try_at_index').execute();
  await db.schema.alterTable('notice_mails').renameTo('outbox_mails').execute();
  if (isPostgresql(db)) {
    await sql`alter index notice_mails_pkey rename to outbox_mails_pkey`.execute(db);
    await sql`alter sequence notice_mails_id_seq rename to outbox_mails_id_seq`.execute(db);
  }
  await addColumns(db, 'outbox_mails', {
    reply_to: 'text?',
    kind: ['text', 'notice'],
    state: ['text', 'queued'],
    from_name: 'text?',
    mail_id: 'text?',
    error: 'text?',
    headers: 'json?',
  });
  await addReference(db, 'outbox_mails.event_id', 'message_events', 'cascade');
  await addReference(db, 'outbox_mails.user_id', 'users', 'cascade');
  await createIndexes(db, 'outbox_mails', [['next_try_at'], ['event_id'], ['user_id']]);
  await createTable(
    db,
    'notice_settings',
    { user_id: 'integer', messages: 'text', assigned: 'boolean' },
    { primaryKey: ['user_id'], references: { user_id: 'users' }, onUpdate: 'cascade' },
  );
}
