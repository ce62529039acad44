// On both databases: the plan that each database chooses for a list.
import BetterSqlite3 from 'better-sqlite3';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection, Ctx, Reader, SignedInCtx } from '../../src/database/ctx.ts';
import { createSearchPool } from '../../src/database/search/search-pool.ts';
import { SqliteReadDialect } from '../../src/database/sqlite.ts';
import { listActivities } from '../../src/log/activities.ts';
import { listPublishedPosts } from '../../src/modules/blog/blog.module.ts';
import { findDrafts, getDashboardStats } from '../../src/modules/dashboard/dashboard.ts';
import { listMessages } from '../../src/modules/inbox/messages.ts';
import { returnDueMessages } from '../../src/modules/inbox/reminders.ts';
import { listOpenJobs } from '../../src/modules/jobs/jobs.module.ts';
import { type ListCtx, type ListQuery, listRows } from '../../src/content/operations/read.ts';
import { untypedModules } from '../../src/content-modules.ts';
import type { Sort } from '../../src/shared/pagination.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import { listUsers } from '../../src/modules/users/users.ts';
import type { Role } from '../../src/shared/roles.ts';
import { publicationStates } from '../../src/shared/schedule.ts';
import { databaseKinds } from '../support/database.ts';
import { insertMessages } from '../support/insert-messages.ts';
import { testedModules } from '../support/samples.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const viewer = { id: 1, name: 'Ada', email: 'ada@example.com', session_id: 1 };
const asRole = (work: Ctx, role: Role): SignedInCtx => ({
  ...work,
  viewer: { ...viewer, role },
});
const many = 1200;
const word = 'needle';

// Deliberately absent: terms of one or two letters, which are not in the index, and the whole team of some dozens,
// which is sorted by position.
const lists: [name: string, list: (work: ListCtx) => Promise<unknown>][] = [
  ['messages', (work) => listMessages(work, { page: 1 })],
  ['unread messages', (work) => listMessages(work, { page: 1, is_read: false })],
  ['the last page of messages', (work) => listMessages(work, { page: many / 10 })],
  ['messages before another', (work) => listMessages(work, { page: 1, before: many / 2 })],
  ['all messages', (work) => listMessages(work, {})],
  ['spam', (work) => listMessages(work, { page: 1, folder: 'spam' })],
  ['messages in a state', (work) => listMessages(work, { page: 1, state: 'answered' })],
  ['messages of a person', (work) => listMessages(work, { page: 1, assignee: 1 })],
  ['messages of a kind', (work) => listMessages(work, { page: 1, kind: 'quotation' })],
  ['messages about a job', (work) => listMessages(work, { page: 1, job: 1 })],
  ['messages in a stage', (work) => listMessages(work, { page: 1, stage: 'new' })],
  ['messages with a file', (work) => listMessages(work, { page: 1, has_file: true })],
  ['messages of some days', (work) => listMessages(work, { page: 1, since: work.now, until: work.now })],
  ...[
    {},
    { is_read: false },
    { state: 'answered' },
    { assignee: 1 },
    { kind: 'quotation' },
    { job: 1 },
    { stage: 'new' },
    { folder: 'spam' },
    { page: many / 10 },
    { before: many / 2 },
  ].map((filter): [string, (work: ListCtx) => Promise<unknown>] => [
    `messages in the order of the panel ${JSON.stringify(filter)}`,
    (work) =>
      listMessages(work, { page: 1, ...filter, sort: ['listed_at:desc'] } as Parameters<
        typeof listMessages
      >[1]),
  ]),
  [
    'messages by the last that came',
    (work) => listMessages(work, { page: 1, sort: ['last_incoming_at:desc'] }),
  ],
  ['due reminders', returnDueMessages],
  ['messages with a word', (work) => listMessages(work, { page: 1, search: word })],
  ['unread messages with a word', (work) => listMessages(work, { search: word, is_read: false })],
  ['activities', (work) => listActivities(asRole(work, 'admin'), { page: 1 })],
  ['activities of a type', (work) => listActivities(asRole(work, 'admin'), { page: 1, type: 'create' })],
  ['activities of a module', (work) => listActivities(asRole(work, 'admin'), { page: 1, module: 'blog' })],
  [
    'activities of both',
    (work) => listActivities(asRole(work, 'admin'), { page: 1, module: 'blog', type: 'create' }),
  ],
  ['activities of a person', (work) => listActivities(asRole(work, 'admin'), { page: 1, user_id: 1 })],
  [
    'activities of an item',
    (work) => listActivities(asRole(work, 'admin'), { page: 1, module: 'blog', item_id: 7 }),
  ],
  [
    'activities of some days',
    (work) => listActivities(asRole(work, 'admin'), { page: 1, since: new Date(0), until: work.now }),
  ],
  ['unverified activities', (work) => listActivities(asRole(work, 'admin'), { page: 1, verified: false })],
  ['activities with a word', (work) => listActivities(asRole(work, 'admin'), { page: 1, search: word })],
  [
    'readable activities with a word',
    (work) => listActivities(asRole(work, 'hr'), { page: 1, search: word }),
  ],
  ['posts', (work) => listRows(untypedModules.blog.kind, work, { page: 1 })],
  [
    'posts of a category',
    (work) => listRows(untypedModules.blog.kind, work, { page: 1, category: 'Technology' }),
  ],
  ['drafts', (work) => listRows(untypedModules.blog.kind, work, { page: 1, is_published: false })],
  ['posts with a word', (work) => listRows(untypedModules.blog.kind, work, { page: 1, search: word })],
  ['published posts', (work) => listPublishedPosts(work, { page: 1 })],
  ['published posts of a category', (work) => listPublishedPosts(work, { page: 1, category: 'Technology' })],
  ['jobs', (work) => listRows(untypedModules.jobs.kind, work, { page: 1 })],
  ['jobs of a type', (work) => listRows(untypedModules.jobs.kind, work, { page: 1, type: 'Contract' })],
  ['internships', (work) => listRows(untypedModules.jobs.kind, work, { page: 1, type: 'Internship' })],
  ['jobs with a word', (work) => listRows(untypedModules.jobs.kind, work, { page: 1, search: word })],
  ['open jobs', (work) => listOpenJobs(work, {})],
  ['projects', (work) => listRows(untypedModules.portfolio.kind, work, { page: 1 })],
  [
    'projects of a category',
    (work) => listRows(untypedModules.portfolio.kind, work, { page: 1, category: 'IT Support' }),
  ],
  [
    'projects with a word',
    (work) => listRows(untypedModules.portfolio.kind, work, { page: 1, search: word }),
  ],
  ['users', (work) => listUsers(work, { page: 1 })],
  ['users of a role', (work) => listUsers(work, { page: 1, role: 'hr' })],
  ['users with a word', (work) => listUsers(work, { page: 1, search: word })],
  [
    'members of a section',
    (work) => listRows(untypedModules.team.kind, work, { page: 1, section: 'leadership' }),
  ],
  ['members with a word', (work) => listRows(untypedModules.team.kind, work, { page: 1, search: word })],
  ...testedModules
    // The team is sorted by a place in a list, see above.
    .filter(({ name }) => name !== 'team')
    .flatMap(({ name, filters, sample }): typeof lists => {
      const list = (work: ListCtx, query: ListQuery) => listRows(untypedModules[name].kind, work, query);
      return [
        [`the rows of ${name}`, (work) => list(work, { page: 1 })],
        [`the rows of ${name} with a word`, (work) => list(work, { page: 1, search: word })],
        ...filters.map((key): (typeof lists)[number] => [
          `the rows of ${name} by ${key}`,
          (work) => list(work, { page: 1, [key]: sample()[key] }),
        ]),
      ];
    }),
  ...testedModules.flatMap(({ name, title, sorts }): typeof lists => {
    const list = (work: ListCtx, query: ListQuery) => listRows(untypedModules[name].kind, work, query);
    return sorts
      .filter((column) => column === title || (column === 'created_at' && name !== 'team'))
      .flatMap((column) =>
        ['asc', 'desc'].map((direction): (typeof lists)[number] => [
          `the rows of ${name} sorted by ${column}:${direction}`,
          (work) => list(work, { page: 1, sort: [`${column}:${direction}` as Sort] }),
        ]),
      );
  }),
  ...publicationStates.flatMap((state): typeof lists => [
    [`posts in the state ${state}`, (work) => listRows(untypedModules.blog.kind, work, { page: 1, state })],
    [
      `posts of a category in the state ${state}`,
      (work) => listRows(untypedModules.blog.kind, work, { page: 1, state, category: 'Technology' }),
    ],
    [
      `projects in the state ${state}`,
      (work) => listRows(untypedModules.portfolio.kind, work, { page: 1, state }),
    ],
    [`jobs in the state ${state}`, (work) => listRows(untypedModules.jobs.kind, work, { page: 1, state })],
    [
      `posts with a word in the state ${state}`,
      (work) => listRows(untypedModules.blog.kind, work, { page: 1, state, search: word }),
    ],
  ]),
  [
    'a row with its id elsewhere',
    (work) => listRows(untypedModules.jobs.kind, work, { external_id: ['a', 'b'] }),
  ],
  [
    'posts of two categories',
    (work) => listRows(untypedModules.blog.kind, work, { page: 1, category: ['Technology', 'Innovation'] }),
  ],
  ['messages of two kinds', (work) => listMessages(work, { page: 1, kind: ['contact', 'quotation'] })],
  ['messages, the oldest first', (work) => listMessages(work, { page: 1, sort: ['created_at:asc'] })],
  [
    'activities, sorted',
    (work) => listActivities(asRole(work, 'admin'), { page: 1, sort: ['created_at:asc'] }),
  ],
  ['the counts of the dashboard', (work) => getDashboardStats(work)],
  [
    'old drafts',
    ({ read, now }) =>
      findDrafts(
        read,
        { name: 'posts', publicBy: 'is_published', title: 'title' },
        { before: now, limit: 5 },
      ),
  ],
];

describe.each(databaseKinds)('the plans of the lists on %s', (kind) => {
  let site: TestApp;
  let db: Connection;
  const asked: CompiledQuery[] = [];
  beforeAll(async () => {
    site = await testApp(kind);
    const created_at = new Date();
    await insertMessages(
      site.database,
      Array.from({ length: many }, (_, index) => ({ subject: `Message ${index}`, created_at })),
    );
    const log = ({ query }: { query: CompiledQuery }) => void asked.push(query);
    db =
      kind === 'sqlite'
        ? new Kysely({ dialect: new SqliteReadDialect({ database: openFile() }), log })
        : new Kysely({ dialect: new PostgresDialect({ pool: openPool() }), log });
  });
  afterAll(async () => {
    await db.destroy();
    await site.close();
  });
  const openFile = () => new BetterSqlite3(site.database.orm.config.get('dbName') ?? '', { readonly: true });
  // With few rows, PostgreSQL rightly reads them all. This test is about its plans for many rows.
  const openPool = () => {
    const pool = new pg.Pool({
      connectionString: site.database.orm.config.get('clientUrl'),
      options: '-c enable_seqscan=off -c enable_sort=off',
    });
    // `end` does not wait for the server. Dropping the database may end a connection that is still closing.
    pool.on('connect', (client) => client.on('error', () => {}));
    pool.on('error', () => {});
    return pool;
  };

  async function plansOf(list: (work: ListCtx) => Promise<unknown>): Promise<string[]> {
    const search = createSearchPool(1, async (query) => (await query.execute(db)).rows);
    const { atOneMoment } = site.database.read;
    const read: Reader = Object.assign(db, { search, atOneMoment });
    asked.length = 0;
    const siteSettings = createSiteSettings(site.database);
    await list({ siteSettings, em: site.database.fork(), read, viewer: null, now: new Date() });
    const plans: string[] = [];
    for (const query of [...asked]) plans.push(await explain(query));
    expect(plans.length).toBeGreaterThan(0);
    return plans;
  }

  /** Returns the full table scans of a plan. */
  const wholes = (plan: string) =>
    kind === 'sqlite'
      ? (plan.match(/^SCAN (?!.*(VIRTUAL TABLE|USING|CONSTANT ROW)).*$/gm) ?? []).filter(
          (line) => !/\b(found|finds|counted|newest|older|page|subquery|\(subquery-\d+\))/i.test(line),
        )
      : (plan.match(/Seq Scan on \w+/g) ?? []);

  async function explain({ sql: text, parameters }: CompiledQuery): Promise<string> {
    const word = kind === 'sqlite' ? 'explain query plan' : 'explain';
    const query: CompiledQuery = { ...sql`select 1`.compile(db), sql: `${word} ${text}`, parameters };
    const { rows } = await db.executeQuery<Record<string, string>>(query);
    return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
  }

  test.each(lists)('%s are found by an index', async (_name, list) => {
    for (const plan of await plansOf(list)) expect(wholes(plan), plan).toEqual([]);
  });

  test('a short word is not searched in the whole index, which would take longer than reading the rows', async () => {
    for (const plan of await plansOf((work) => listMessages(work, { page: 1, search: 'qz' }))) {
      expect(plan).not.toMatch(/trigrams|_fts/);
    }
  });

  test('pages come out of their index in order, without sorting', async () => {
    for (const [name, list] of lists) {
      if (/word|all|open jobs|members|dashboard/.test(name)) continue;
      // Those with a date or an id elsewhere are few and found by it. Projects have no drafts, so nothing is read.
      if (/scheduled|ended|projects in the state draft|its id elsewhere/.test(name)) continue;
      const plans = await plansOf(list);
      if (/of two/.test(name)) {
        // Their ids are sorted, without reading the rows.
        const sorting = plans.filter((plan) => plan.includes('TEMP B-TREE FOR ORDER BY'));
        for (const plan of sorting) expect(plan, name).toContain('COVERING INDEX');
        continue;
      }
      for (const plan of plans) {
        expect(plan, name).not.toMatch(/TEMP B-TREE FOR ORDER BY|Sort Key/);
      }
    }
  });
});
