import { sql } from 'kysely';
import { batchesOf, type Db, isPostgresql, type Row, rewriteRows, toBoolean, toMoment } from './schema.ts';

// What version 0.2 makes of the rows of version 0.1. Texts are folded in JavaScript, because `lower()` of a database may
// fold only ASCII.

const plain: Readonly<Record<string, string>> = { ı: 'i', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe' };

export function foldAccents(...texts: unknown[]): string {
  return texts
    .map((text) => text ?? '')
    .join('\n')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ıßøłæœ]/g, (letter) => plain[letter] ?? letter);
}

const searchText = { search_text: 'text' } as const;

export async function fillUsers(db: Db): Promise<void> {
  await rewriteRows(db, 'users', { from: ['name', 'email'], to: searchText }, ({ name, email }) => ({
    search_text: foldAccents(name, email),
  }));
  await sql`update users set last_sign_in_at = (
    select max(created_at) from security_events
    where user_id = users.id and type in ('sign_in', 'sso_sign_in', 'reset_used')
  )`.execute(db);
}

const verbs: Readonly<Record<string, string>> = { create: 'Created', update: 'Updated', delete: 'Deleted' };
const nouns: Readonly<Record<string, string>> = {
  blog: 'blog post',
  team: 'team member',
  job: 'job posting',
  portfolio: 'portfolio project',
};

export async function fillLogs(db: Db): Promise<void> {
  await (isPostgresql(db)
    ? sql`update security_events set of_id = (details->>'of')::integer where jsonb_typeof(details->'of') = 'number'`
    : sql`update security_events set of_id = json_extract(details, '$.of') where json_type(details, '$.of') = 'integer'`
  ).execute(db);
  const names = ['user_name', 'email', 'address'];
  await rewriteRows(db, 'security_events', { from: names, to: searchText }, (row) => ({
    search_text: foldAccents(...names.map((name) => row[name])),
  }));

  // Whether visitors could see a row at the time of an entry is unknown, so what they see now counts.
  await sql`update activities set was_public = true where module in ('team', 'portfolio')
    or module = 'blog' and item_id in (select id from posts where is_published = true)
    or module = 'job' and item_id in (select id from jobs where is_active = true)`.execute(db);
  const from = [
    ...['type', 'module', 'item_name', 'changes', 'user_name'],
    ...['was_public', 'is_verified', 'has_caller_post'],
  ];
  const to = { note: 'text', description: 'text', search_text: 'text', open_search_text: 'text' } as const;
  await rewriteRows(db, 'activities', { from, to }, (entry) => {
    const description = describe(entry);
    const hidden = `${verbs[String(entry.type)] ?? entry.type} ${nounOf(entry) ?? entry.module ?? 'entry'}: A draft`;
    return {
      note: entry.has_caller_post ? String(entry.description) : null,
      description,
      search_text: foldAccents(description, entry.user_name),
      open_search_text: entry.was_public ? '' : foldAccents(hidden, entry.user_name),
    };
  });
}

const nounOf = ({ module }: Row) => nouns[String(module ?? '')];

/** Returns the server's own description, in place of the text that a program posted about a confirmed change. */
function describe(entry: Row): string {
  const { type, item_name, changes, is_verified, has_caller_post, description } = entry;
  // An update records its changes. An update without changes is a restoration from the trash.
  const verb = type === 'update' && changes === null ? 'Restored' : verbs[String(type)];
  const noun = nounOf(entry);
  const isConfirmed = is_verified && has_caller_post && item_name !== null;
  return isConfirmed && verb && noun ? `${verb} ${noun} "${item_name}"` : String(description);
}

export async function fillContent(db: Db): Promise<void> {
  const sources = {
    posts: ['title', 'excerpt'],
    members: ['name', 'role'],
    jobs: ['title', 'department', 'location'],
    projects: ['title', 'client'],
  };
  for (const [table, from] of Object.entries(sources)) {
    const to = { search_text: 'text', sort_title: 'text' } as const;
    await rewriteRows(db, table, { from, to }, (row) => {
      const search_text = foldAccents(...from.map((name) => row[name]));
      return { search_text, sort_title: search_text.split('\n', 1)[0]! };
    });
  }
  await rewriteRows(db, 'trash_items', { from: ['title'], to: searchText }, ({ title }) => ({
    search_text: foldAccents(title),
  }));

  const isPublished = isPostgresql(db) ? sql`is_published` : sql`is_published = 1`;
  await sql`update posts set published_at = created_at, announced_at = created_at where ${isPublished}`.execute(
    db,
  );
  const created = isPostgresql(db)
    ? sql`(extract(epoch from created_at) * 1000)::double precision`
    : sql`created_at`;
  await sql`update projects set position = ${created}`.execute(db);
  for (const columns of shown) await enterShown(db, columns);
  await enterImported(db);
}

/**
 * The columns that show pictures, and the column that names the row. A picture that several rows show is named after
 * the first.
 */
const shown = [
  { from: 'posts', column: 'featured_image', title: 'title' },
  { from: 'members', column: 'image', title: 'name' },
  { from: 'projects', column: 'image', title: 'title' },
];
/** The pattern of the path of a stored picture. */
const stored = /^uploads\/([0-9a-f]{32})-(?:[0-9a-f]{8}){1,2}\.(jpeg|png|webp|avif)$/;

/** Enters the pictures that rows show into the library. Those of rows in the trash are private. */
async function enterShown(db: Db, { from, column, title }: (typeof shown)[number]): Promise<void> {
  for await (const rows of batchesOf(db, from, [column, title])) {
    for (const row of rows) {
      const path = row[column];
      const [, checksum, type] = stored.exec(String(path)) ?? [];
      if (!checksum) continue;
      const picture = await db
        .selectFrom('pictures')
        .select(['alt', 'created_at'])
        .where('path', '=', path)
        .executeTakeFirst();
      if (!picture) continue;
      const { alt, created_at } = picture;
      const name = String(row[title]).slice(0, 200);
      await db
        .insertInto('media')
        .values({
          created_at,
          updated_at: created_at,
          path,
          checksum,
          type,
          name,
          alt,
          is_described: toBoolean(db, alt !== null),
          tags: '[]',
          focal_x: 5,
          focal_y: 5,
          is_attached: toBoolean(db, true),
          user_name: '',
          search_text: foldAccents(name, alt, '', ''),
          sort_title: foldAccents(name),
        })
        .onConflict((conflict) => conflict.column('path').doNothing())
        .execute();
    }
  }
}

/** Enters the old addresses of imported posts. An address of several posts belongs to the first. */
async function enterImported(db: Db): Promise<void> {
  for await (const items of batchesOf(db, 'imported_items', ['kind', 'row_id', 'details', 'imported_at'])) {
    for (const { kind, row_id, details, imported_at } of items) {
      const path = kind === 'post' && oldPath(parse(details).address);
      if (!path || !(await isStored(db, row_id))) continue;
      await db
        .insertInto('addresses')
        .values({
          path,
          kind: 'blog',
          item_id: row_id,
          target: null,
          is_current: toBoolean(db, false),
          since: imported_at,
        })
        .onConflict((conflict) => conflict.column('path').doNothing())
        .execute();
    }
  }
}

function parse(details: unknown): Record<string, unknown> {
  return (typeof details === 'string' ? JSON.parse(details) : details) as Record<string, unknown>;
}

/** Returns whether a post is stored. A post in the trash counts too, because it can be restored. */
async function isStored(db: Db, id: unknown): Promise<boolean> {
  const post = await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst();
  if (post) return true;
  const trashed = db.selectFrom('trash_items').select('id').where('module', '=', 'blog');
  return (await trashed.where('item_id', '=', id).executeTakeFirst()) !== undefined;
}

function oldPath(address: unknown): string | undefined {
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

const maxSearchLetters = 50_000;

export async function fillInbox(db: Db): Promise<void> {
  // When messages were read and moved is unknown. They count as closed and moved now, because a rule about their age
  // could otherwise delete them at once.
  const now = toMoment(db, Date.now());
  const isTrue = (column: string) => sql<boolean>`${sql.ref(column)} = ${toBoolean(db, true)}`;
  await db
    .updateTable('messages')
    .set({ state: 'closed', closed_at: now })
    .where(isTrue('is_read'))
    .execute();
  await db.updateTable('messages').set({ folder: 'spam', moved_at: now }).where(isTrue('is_spam')).execute();

  const jobs = await db.selectFrom('jobs').select(['id', 'title']).execute();
  const idOf = new Map<unknown, number | null>();
  for (const { id, title } of jobs) idOf.set(title, idOf.has(title) ? null : Number(id));
  const from = ['kind', 'subject', 'message', 'name', 'email', 'phone', 'details'];
  const to = { email_key: 'text', about_id: 'integer', search_text: 'text' } as const;
  await rewriteRows(db, 'messages', { from, to }, (row) => {
    const details = parse(row.details);
    const { subject, message, name, email, phone } = row;
    const digits = String(phone ?? '').replace(/\D/g, '');
    const texts = new Set([subject, message, name, email, phone ?? '', digits, ...Object.values(details)]);
    return {
      email_key: String(email).normalize('NFKC').toLowerCase(),
      // The job of an application, if exactly one job has the title that it names.
      about_id: row.kind === 'application' ? (idOf.get(String(details.job)) ?? null) : null,
      search_text: foldAccents(...texts).slice(0, maxSearchLetters),
    };
  });
}
