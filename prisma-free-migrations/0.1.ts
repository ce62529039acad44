import { type Column, type Columns, createTable, type Db, editedRow, migration } from './schema.ts';

/**
 * Creates the tables of version 0.1, but for its counters, search indexes and other indexes that version 0.2 dropped.
 * Databases of version 0.1 have this migration.
 */
export const version01 = migration('0.1', run, {
  commit: '3a2e5217',
  names: [
    '20261121-foundation',
    '20261121-activities-inbox',
    '20261121-team-jobs-portfolio',
    '20261121-sign-in',
    '20261121-visitor-forms',
    '20261121-sso',
    '20261121-pictures',
    '20261121-security-log-search',
    '20261121-keep',
    '20261121-imported-items',
    '20261121-size',
    '20261121-same-event',
  ],
});

async function run(db: Db): Promise<void> {
  await createAccounts(db);
  await createLogs(db);
  await createContent(db);
  await createInbox(db);
  await createOthers(db);
}

async function createAccounts(db: Db): Promise<void> {
  await createTable(
    db,
    'users',
    {
      ...editedRow,
      name: 'text',
      email: 'text',
      email_key: 'text',
      role: 'text',
      password_hash: 'text?',
      search_text: 'text',
    },
    {
      unique: [['email_key']],
      indexes: [
        ['created_at', 'id'],
        ['role', 'created_at', 'id'],
      ],
    },
  );
  await createTable(
    db,
    'sessions',
    {
      id: 'id',
      user_id: 'integer',
      token_hash: 'text',
      cookie_hash: 'text',
      is_remembered: 'boolean',
      created_at: 'moment',
      last_used_at: 'moment',
      expires_at: 'moment',
      user_agent: 'text',
      address: 'text',
    },
    {
      references: { user_id: 'users' },
      unique: [['token_hash'], ['cookie_hash']],
      indexes: [['user_id']],
    },
  );
  await createTable(
    db,
    'password_resets',
    {
      id: 'id',
      user_id: 'integer',
      token_hash: 'text',
      origin: 'text',
      created_at: 'moment',
      expires_at: 'moment',
    },
    { references: { user_id: 'users' }, unique: [['token_hash']], indexes: [['user_id']] },
  );
  await createTable(
    db,
    'sso_links',
    {
      id: 'id',
      user_id: 'integer',
      kind: 'text',
      issuer: 'text',
      subject: 'text',
      email: 'text?',
      name: 'text?',
      is_email_verified: 'boolean',
      created_at: 'moment',
      last_used_at: 'moment',
    },
    { references: { user_id: 'users' }, unique: [['issuer', 'subject']], indexes: [['user_id']] },
  );
}

async function createLogs(db: Db): Promise<void> {
  await createTable(
    db,
    'activities',
    {
      id: 'id',
      type: 'text',
      description: 'text',
      user_id: 'integer?',
      user_name: 'text',
      item_id: 'integer?',
      metadata: 'json',
      is_verified: 'boolean',
      created_at: 'moment',
      search_text: 'text',
      module: 'text?',
      item_name: 'text?',
      changes: 'json?',
      has_caller_post: ['boolean', false],
    },
    {
      indexes: [
        ['created_at', 'id'],
        ['type', 'created_at', 'id'],
        ['module', 'created_at', 'id'],
        ['module', 'type', 'created_at', 'id'],
        ['created_at', 'type', 'is_verified'],
        ['user_id', 'is_verified', 'has_caller_post', 'created_at'],
      ],
    },
  );
  await createTable(
    db,
    'security_events',
    {
      id: 'id',
      type: 'text',
      user_id: 'integer?',
      user_name: 'text?',
      email: 'text?',
      address: 'text',
      details: 'json',
      created_at: 'moment',
      search_text: ['text', ''],
    },
    {
      indexes: [
        ['created_at', 'id'],
        ['type', 'created_at'],
      ],
    },
  );
}

async function createContent(db: Db): Promise<void> {
  await createTable(
    db,
    'posts',
    {
      ...editedRow,
      title: 'text',
      excerpt: 'text',
      content: 'text',
      category: 'text',
      featured_image: 'text?',
      tags: 'json',
      is_published: 'boolean',
      search_text: 'text',
    },
    {
      indexes: [['created_at', 'id'], ['category', 'created_at', 'id'], ['featured_image']],
    },
  );
  await createTable(
    db,
    'members',
    {
      ...editedRow,
      name: 'text',
      role: 'text',
      image: 'text?',
      description: 'text',
      expertise: 'json',
      section: 'text',
      search_text: 'text',
    },
    { indexes: [['section', 'id'], ['image']] },
  );
  await createTable(
    db,
    'jobs',
    {
      ...editedRow,
      title: 'text',
      description: 'text',
      type: 'text',
      location: 'text',
      department: 'text',
      requirements: 'json',
      responsibilities: 'json',
      is_internship: 'boolean',
      duration: 'text?',
      is_active: 'boolean',
      application_link: 'text',
      search_text: 'text',
    },
    {
      indexes: [
        ['created_at', 'id'],
        ['is_internship', 'created_at', 'id'],
        ['is_internship', 'type', 'created_at', 'id'],
      ],
    },
  );
  await createTable(
    db,
    'projects',
    {
      ...editedRow,
      title: 'text',
      category: 'text',
      description: 'text',
      client: 'text',
      image: 'text?',
      technologies: 'json',
      search_text: 'text',
    },
    {
      indexes: [['created_at', 'id'], ['category', 'created_at', 'id'], ['image']],
    },
  );
  // A row without `sized_at` has no scaled versions yet.
  await createTable(
    db,
    'pictures',
    {
      path: 'text',
      width: 'integer',
      height: 'integer',
      bytes: 'integer',
      colour: 'text',
      placeholder: 'text',
      is_animated: 'boolean',
      alt: 'text?',
      created_at: 'moment',
      sized_at: 'moment?',
      claimed_until: 'moment?',
      tries: 'integer',
    },
    { primaryKey: ['path'], indexes: [['sized_at', 'created_at']] },
  );
  await createTable(
    db,
    'trash_items',
    {
      id: 'id',
      module: 'text',
      item_id: 'integer',
      title: 'text',
      fields: 'json',
      picture: 'text?',
      user_id: 'integer',
      user_name: 'text',
      deleted_at: 'moment',
      search_text: 'text',
    },
    {
      unique: [['module', 'item_id']],
      indexes: [['module', 'deleted_at', 'id'], ['deleted_at'], ['picture']],
    },
  );
  await createTable(
    db,
    'imported_items',
    {
      id: 'id',
      source: 'text',
      kind: 'text',
      external_id: 'text',
      row_id: 'integer',
      details: 'json',
      imported_at: 'moment',
    },
    { unique: [['source', 'kind', 'external_id']] },
  );
}

async function createInbox(db: Db): Promise<void> {
  await createTable(db, 'messages', {
    id: 'id',
    created_at: 'moment',
    kind: 'text',
    subject: 'text',
    message: 'text',
    name: 'text',
    email: 'text',
    phone: 'text?',
    details: 'json',
    attachment_name: 'text?',
    attachment_key: 'text?',
    is_read: 'boolean',
    is_spam: 'boolean',
    spam_reasons: 'json?',
    search_text: 'text',
  });
  await createTable(
    db,
    'notice_mails',
    {
      id: 'id',
      address: 'text',
      subject: 'text',
      text: 'text',
      tries: 'integer',
      next_try_at: 'text',
      created_at: 'text',
    },
    { indexes: [['next_try_at']] },
  );
}

async function createOthers(db: Db): Promise<void> {
  const forgotten: Record<string, Columns> = {
    // Counters of attempts.
    try_counters: { moments: 'text' },
    // Keys that can be used only once in a period.
    used_keys: {},
    // Responses for repeated requests with an `Idempotency-Key`.
    kept_answers: { fingerprint: 'text', answer: 'text' },
  };
  for (const [table, columns] of Object.entries(forgotten)) {
    const all: Record<string, Column> = { key: 'text', ...columns, forget_at: 'text' };
    await createTable(db, table, all, { primaryKey: ['key'], indexes: [['forget_at']] });
  }
  await createTable(db, 'secrets', { name: 'text', value: 'text' }, { primaryKey: ['name'] });
}
