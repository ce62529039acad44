import { sql } from 'kysely';
import {
  addColumns,
  type Columns,
  createIndexes,
  createTable,
  type Db,
  editedRow,
  isPostgresql,
} from './schema.ts';

/** What rows with a page of their own have for search engines and shared links. */
const pageColumns: Columns = {
  slug: 'text?',
  seo_title: 'text?',
  seo_description: 'text?',
  share_picture: 'integer?',
  is_hidden_from_search: ['boolean', false],
  canonical_url: ['text', ''],
  is_in_sitemap: ['boolean', true],
};
const scheduled: Columns = {
  published_at: 'moment?',
  unpublish_at: 'moment?',
  announced_at: 'moment?',
};

export async function changeModules(db: Db): Promise<void> {
  await addColumns(db, 'posts', {
    sort_title: ['text', ''],
    ...scheduled,
    author: 'text?',
    ...pageColumns,
    lang: 'text?',
  });
  await createIndexes(db, 'posts', [
    ['sort_title', 'id'],
    ['updated_at', 'id'],
    ['is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
    ['category', 'is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
    ['is_published', 'published_at', 'id', 'unpublish_at'],
    ['category', 'is_published', 'published_at', 'id', 'unpublish_at'],
    ['author', 'is_published', 'published_at', 'id', 'unpublish_at'],
    ['is_published', 'unpublish_at'],
    ['is_published', 'announced_at', 'published_at'],
    ['is_published', 'is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
  ]);

  await addColumns(db, 'projects', {
    sort_title: ['text', ''],
    ...scheduled,
    position: ['double', 0],
    ...pageColumns,
    client_description: 'text?',
    sector: 'text?',
    year: 'text?',
    duration: 'text?',
    quote: 'text?',
    quote_person: 'text?',
    quote_role: 'text?',
    problem: ['text', ''],
    approach: ['text', ''],
    outcome: ['text', ''],
    services: ['json', '[]'],
    figures: ['json', '[]'],
    gallery: ['json', '[]'],
    is_featured: ['boolean', false],
    lang: 'text?',
  });
  await createIndexes(db, 'projects', [
    ['sort_title', 'id'],
    ['updated_at', 'id'],
    ['position', 'id', 'published_at', 'unpublish_at'],
    ['category', 'position', 'id', 'published_at', 'unpublish_at'],
    ['is_featured', 'position', 'id', 'published_at', 'unpublish_at'],
    ['published_at'],
    ['unpublish_at'],
    ['announced_at', 'published_at'],
    ['is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
  ]);

  await addColumns(db, 'jobs', {
    sort_title: ['text', ''],
    closes_at: 'moment?',
    ...pageColumns,
    salary_min: 'text?',
    salary_max: 'text?',
    salary_currency: 'text?',
    salary_period: 'text?',
    location_type: 'text?',
    team: 'text?',
    recruiter: 'text?',
    what_next: 'text?',
    lang: 'text?',
  });
  await createIndexes(db, 'jobs', [
    ['sort_title', 'id'],
    ['updated_at', 'id'],
    ['is_active', 'created_at', 'id', 'closes_at'],
    ['is_active', 'closes_at'],
    ['is_active', 'is_in_sitemap', 'id', 'updated_at', 'closes_at', 'slug'],
  ]);

  await addColumns(db, 'members', {
    sort_title: ['text', ''],
    position: 'double?',
    photograph: 'integer?',
    linkedin: 'text?',
    email: 'text?',
    ask_about: 'text?',
  });
  await createIndexes(db, 'members', [
    ['sort_title', 'id'],
    ['updated_at', 'id'],
  ]);

  await addColumns(db, 'trash_items', { batch: 'text?' });
  await createIndexes(db, 'trash_items', [['batch']]);
}

export async function createModules(db: Db): Promise<void> {
  await createTable(
    db,
    'testimonials',
    {
      ...editedRow,
      quote: 'text',
      person: 'text',
      role: 'text',
      company: 'text',
      service: 'text',
      is_published: 'boolean',
      portrait: 'text?',
      search_text: 'text',
      sort_title: ['text', ''],
      position: ['double', 0],
      project_id: 'integer?',
    },
    {
      indexes: [
        ['created_at', 'id'],
        ['service', 'created_at', 'id'],
        ['is_published', 'created_at', 'id'],
        ['service', 'is_published', 'created_at', 'id'],
        ['position', 'id'],
        ['service', 'position', 'id'],
        ['is_published', 'position', 'id'],
        ['service', 'is_published', 'position', 'id'],
        ['sort_title', 'id'],
        ['updated_at', 'id'],
        ['portrait'],
        ['project_id'],
      ],
    },
  );
  await createTable(
    db,
    'clients',
    {
      ...editedRow,
      name: 'text',
      kind: 'text',
      link: 'text',
      is_published: 'boolean',
      logo: 'text?',
      logo_dark: 'integer?',
      search_text: 'text',
      sort_title: ['text', ''],
      position: ['double', 0],
    },
    {
      indexes: [
        ['created_at', 'id'],
        ['kind', 'created_at', 'id'],
        ['is_published', 'created_at', 'id'],
        ['kind', 'is_published', 'created_at', 'id'],
        ['position', 'id'],
        ['kind', 'position', 'id'],
        ['is_published', 'position', 'id'],
        ['kind', 'is_published', 'position', 'id'],
        ['sort_title', 'id'],
        ['updated_at', 'id'],
        ['logo'],
      ],
    },
  );
  await createTable(
    db,
    'pages',
    {
      ...editedRow,
      title: 'text',
      intro: 'text?',
      place: 'text',
      is_published: 'boolean',
      ...scheduled,
      ...pageColumns,
      lang: 'text?',
      blocks: ['json', '[]'],
      search_text: 'text',
      sort_title: ['text', ''],
    },
    {
      indexes: [
        ['created_at', 'id'],
        ['place', 'created_at', 'id'],
        ['is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
        ['place', 'is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
        ['is_published', 'unpublish_at'],
        ['is_published', 'announced_at', 'published_at'],
        ['is_published', 'is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
        ['sort_title', 'id'],
        ['updated_at', 'id'],
      ],
    },
  );
}

export async function createLibrary(db: Db): Promise<void> {
  await createTable(
    db,
    'media',
    {
      ...editedRow,
      path: 'text?',
      checksum: 'text',
      type: 'text',
      name: 'text',
      alt: 'text?',
      is_described: 'boolean',
      caption: 'text?',
      credit: 'text?',
      tags: 'json',
      focal_x: 'integer',
      focal_y: 'integer',
      is_attached: 'boolean',
      user_id: 'integer?',
      user_name: 'text',
      search_text: 'text',
      sort_title: 'text',
    },
    {
      unique: [['path']],
      indexes: [
        ['created_at', 'id'],
        ['sort_title', 'id'],
        ['updated_at', 'id'],
        ['type', 'created_at', 'id'],
        ['is_described', 'created_at', 'id'],
        ['checksum'],
      ],
    },
  );
  await createTable(
    db,
    'media_uses',
    { media_id: 'integer', module: 'text', item_id: 'integer', place: 'text' },
    {
      primaryKey: ['media_id', 'module', 'item_id', 'place'],
      references: { media_id: 'media' },
      onDelete: 'restrict',
      indexes: [['media_id'], ['module', 'item_id']],
    },
  );
  await createTable(db, 'albums', { ...editedRow, name: 'text', pictures: 'json' }, { unique: [['name']] });
  if (isPostgresql(db)) await sql`alter table pictures alter column path type text collate "C"`.execute(db);
  await createTable(
    db,
    'sweep_candidates',
    { file: 'text', kind: 'text', first_seen: 'moment', seen_at: 'moment' },
    { primaryKey: ['file'], indexes: [['kind', 'seen_at']] },
  );
}

export async function createHistory(db: Db): Promise<void> {
  await createTable(
    db,
    'versions',
    {
      id: 'id',
      module: 'text',
      item_id: 'integer',
      number: 'integer',
      name: 'text?',
      changed: 'json',
      picture: 'text?',
      user_id: 'integer?',
      user_name: 'text?',
      created_at: 'moment',
      bytes: 'integer',
      fields: 'text',
    },
    { unique: [['module', 'item_id', 'number']], indexes: [['picture']] },
  );
  await createTable(
    db,
    'version_pictures',
    { version_id: 'integer', media_id: 'integer' },
    {
      primaryKey: ['version_id', 'media_id'],
      references: { version_id: 'versions' },
      indexes: [['media_id']],
    },
  );
  await createTable(
    db,
    'previews',
    { id: 'id', module: 'text', item_id: 'integer', generation: 'integer' },
    { unique: [['module', 'item_id']] },
  );
  await createTable(
    db,
    'working_copies',
    {
      id: 'id',
      user_id: 'integer',
      module: 'text',
      item_id: 'integer?',
      opening: 'text',
      base_version: 'integer?',
      fields: 'text',
      since: 'moment',
      saved_at: 'moment',
    },
    {
      references: { user_id: 'users' },
      unique: [['user_id', 'opening']],
      indexes: [['module', 'item_id'], ['user_id'], ['saved_at']],
    },
  );
}

export async function createAddresses(db: Db): Promise<void> {
  await createTable(
    db,
    'addresses',
    {
      path: 'text',
      kind: 'text',
      item_id: 'integer?',
      target: 'text?',
      is_current: 'boolean',
      since: 'moment',
    },
    { primaryKey: ['path'], indexes: [['kind', 'item_id']] },
  );
  await createTable(
    db,
    'missed_addresses',
    { path: 'text', misses: 'integer', last_at: 'moment' },
    { primaryKey: ['path'] },
  );
}

/** Creates the index of posts by tag. Triggers keep it up to date. */
export async function indexTags(db: Db): Promise<void> {
  await db.schema
    .createTable('post_tags')
    .addColumn('tag', 'text', (col) => col.notNull())
    .addColumn('post_id', 'integer', (col) => col.notNull().references('posts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('post_tags_pkey', ['tag', 'post_id'])
    .execute();
  await createIndexes(db, 'post_tags', [['post_id']]);
  if (isPostgresql(db)) {
    await sql`insert into post_tags (tag, post_id)
      select value, posts.id from posts, jsonb_array_elements_text(posts.tags) on conflict do nothing`.execute(
      db,
    );
    await sql`create function posts_tagged() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then delete from post_tags where post_id = old.id; end if;
    insert into post_tags (tag, post_id)
      select value, new.id from jsonb_array_elements_text(
        case jsonb_typeof(new.tags) when 'array' then new.tags else '[]' end) on conflict do nothing;
    return null;
  end $$`.execute(db);
    await sql`create trigger posts_tagged_insert after insert on posts
      for each row execute function posts_tagged()`.execute(db);
    await sql`create trigger posts_tagged_update after update of tags on posts
      for each row when (new.tags is distinct from old.tags) execute function posts_tagged()`.execute(db);
    return;
  }
  const add = sql`insert or ignore into post_tags (tag, post_id) select value, new.id from json_each(new.tags);`;
  await sql`insert or ignore into post_tags (tag, post_id)
    select value, posts.id from posts, json_each(posts.tags)`.execute(db);
  await sql`create trigger posts_tagged_insert after insert on posts begin ${add} end`.execute(db);
  await sql`create trigger posts_tagged_update after update of tags on posts when new.tags <> old.tags
    begin delete from post_tags where post_id = old.id; ${add} end`.execute(db);
}
