import type { Database } from '../../src/database/database.ts';
import type { Ctx, SignedInCtx } from '../../src/database/ctx.ts';
import { listActivities } from '../../src/log/activities.ts';
import { blogFacts } from '../../src/modules/blog/blog.facts.ts';
import { listPublishedPosts } from '../../src/modules/blog/blog.module.ts';
import { findDrafts, getDashboardStats } from '../../src/modules/dashboard/dashboard.ts';
import { getMessage, listMessages } from '../../src/modules/inbox/messages.ts';
import { jobsFacts } from '../../src/modules/jobs/jobs.facts.ts';
import { listOpenJobs } from '../../src/modules/jobs/jobs.module.ts';
import { type ListCtx, listRows } from '../../src/content/operations/read.ts';
import { untypedModules } from '../../src/content-modules.ts';
import { portfolioFacts } from '../../src/modules/portfolio/portfolio.facts.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import { maxCountedTotal, pageSizes } from '../../src/shared/enumerations.ts';
import type { Role } from '../../src/shared/roles.ts';
import { searchedWords } from './size-data.ts';

export interface Measure {
  name: string;
  samples: number;
  /**
   * Returns the milliseconds to record. If it returns undefined, the duration of the whole call is recorded.
   */
  run(): Promise<number | undefined>;
}

const viewer = { id: 1, name: 'Ada', email: 'ada@example.com', session_id: 1 };
const asRole = (work: Ctx, role: Role): SignedInCtx => ({
  ...work,
  viewer: { ...viewer, role },
});

const usual = 40;
const ofSlow = 12;
/**
 * Two letters that no text contains. The search therefore reads the newest 10,000 rows, its limit for short
 * terms.
 */
const short = 'qz';

const terms = {
  'a rare word': searchedWords.rare.word,
  'a word in 1 of 110': searchedWords.some.word,
  'a word in nearly all': 'server',
  'three letters': 'wor',
  'what is not there': 'qzxvjk',
  'two common words that are neighbours': 'server please',
  'common letters that are nowhere': 'servertingpha',
};

export function createMeasures(database: Database, rows: number): Measure[] {
  const siteSettings = createSiteSettings(database);
  const work = (): ListCtx => ({
    siteSettings,
    em: database.fork(),
    read: database.read,
    viewer: null,
    now: new Date(),
  });
  const of = (name: string, run: (work: ListCtx) => Promise<unknown>, samples = usual): Measure => ({
    name,
    samples,
    run: async () => {
      await run(work());
      return undefined;
    },
  });
  const last = (count: number, size: number) =>
    Math.max(1, Math.floor(Math.min(count, maxCountedTotal) / size));
  const ends = (
    name: string,
    count: number,
    size: number,
    list: (work: ListCtx, page: number) => Promise<unknown>,
  ) => [
    of(`${name}: first page`, (work) => list(work, 1)),
    of(`${name}: a page in the middle`, (work) => list(work, last(count / 2, size))),
    of(`${name}: last page`, (work) => list(work, last(count, size))),
  ];
  const searches = (
    name: string,
    list: (work: ListCtx, search: string, page: number) => Promise<unknown>,
  ) => [
    ...Object.entries(terms).map(([words, term]) =>
      of(`${name}: search, ${words}`, (work) => list(work, term, 1)),
    ),
    of(`${name}: search, a word in nearly all, page 600`, (work) => list(work, 'server', 600)),
    of(`${name}: search, two letters`, (work) => list(work, short, 1), ofSlow),
    of(`${name}: search, one letter`, (work) => list(work, 'e', 1), ofSlow),
  ];
  return [
    ...ends('messages', rows, pageSizes.inbox, (work, page) => listMessages(work, { page })),
    of('messages: all (newest 1,000)', (work) => listMessages(work, {})),
    of('messages: unread', (work) => listMessages(work, { page: 1, is_read: false })),
    of('messages: unread, last page', (work) =>
      listMessages(work, { page: last(rows / 50, pageSizes.inbox), is_read: false }),
    ),
    of('messages: read', (work) => listMessages(work, { page: 1, is_read: true })),
    of('messages: spam', (work) => listMessages(work, { page: 1, folder: 'spam' })),
    of('messages: open', (work) => listMessages(work, { page: 1, state: 'open' })),
    of('messages: done', (work) => listMessages(work, { page: 1, state: 'closed' })),
    of('messages: of a person', (work) => listMessages(work, { page: 1, assignee: 1 })),
    of('messages: of nobody', (work) => listMessages(work, { page: 1, assignee: 'none' })),
    of('messages: a form', (work) => listMessages(work, { page: 1, kind: 'quotation' })),
    of('messages: applications for a job', (work) => listMessages(work, { page: 1, job: 4 })),
    of('messages: with a file', (work) => listMessages(work, { page: 1, has_file: true })),
    of('messages: without a file', (work) => listMessages(work, { page: 1, has_file: false })),
    of('messages: of the last 30 days', (work) =>
      listMessages(work, { page: 1, since: new Date(work.now.getTime() - 30 * 86_400_000) }),
    ),
    of('messages: of a month two years ago', (work) =>
      listMessages(work, {
        page: 1,
        since: new Date(work.now.getTime() - 730 * 86_400_000),
        until: new Date(work.now.getTime() - 700 * 86_400_000),
      }),
    ),
    of('messages: trash', (work) => listMessages(work, { page: 1, folder: 'trash' })),
    of('messages: done, of a person', (work) =>
      listMessages(work, { page: 1, state: 'closed', assignee: 1 }),
    ),
    of('a message with its timeline', (work) => getMessage(work, rows / 2)),
    of('a message with a long timeline', (work) => getMessage(work, 1)),
    ...searches('messages', (work, search, page) => listMessages(work, { search, page })),
    of('messages: search, a word in nearly all, unread', (work) =>
      listMessages(work, { search: 'server', page: 1, is_read: false }),
    ),
    ...ends('activities', rows, pageSizes.activities, (work, page) =>
      listActivities(asRole(work, 'admin'), { page }),
    ),
    of('activities: a type', (work) => listActivities(asRole(work, 'admin'), { page: 1, type: 'delete' })),
    of('activities: a module', (work) => listActivities(asRole(work, 'admin'), { page: 1, module: 'job' })),
    of('activities: a type and a module', (work) =>
      listActivities(asRole(work, 'admin'), { page: 1, type: 'create', module: 'team' }),
    ),
    of('activities: a person', (work) => listActivities(asRole(work, 'admin'), { page: 1, user_id: 2 })),
    of('activities: an item', (work) =>
      listActivities(asRole(work, 'admin'), { page: 1, module: 'blog', item_id: rows / 2 }),
    ),
    of('activities: 30 days', (work) => {
      const since = new Date(work.now.getTime() - 60 * 86_400_000);
      const until = new Date(since.getTime() + 30 * 86_400_000);
      return listActivities(asRole(work, 'admin'), { page: 1, since, until });
    }),
    of('activities: unverified', (work) =>
      listActivities(asRole(work, 'admin'), { page: 1, verified: false }),
    ),
    ...searches('activities', (work, search, page) =>
      listActivities(asRole(work, 'admin'), { search, page }),
    ),
    of('activities: search, a word in nearly all, a type', (work) =>
      listActivities(asRole(work, 'admin'), { search: 'server', page: 1, type: 'delete' }),
    ),
    of('activities: search by hr, a word in 1 of 110', (work) =>
      listActivities(asRole(work, 'hr'), { search: searchedWords.some.word, page: 1 }),
    ),
    of('activities: search by hr, a word in nearly all', (work) =>
      listActivities(asRole(work, 'hr'), { search: 'server', page: 1 }),
    ),
    ...ends('posts', rows / 10, blogFacts.pageSize, (work, page) =>
      listRows(untypedModules.blog.kind, work, { page }),
    ),
    of('posts: a category', (work) =>
      listRows(untypedModules.blog.kind, work, { page: 1, category: 'Technology' }),
    ),
    of('posts: drafts of a category', (work) =>
      listRows(untypedModules.blog.kind, work, { page: 1, category: 'Technology', is_published: false }),
    ),
    of('posts: search', (work) =>
      listRows(untypedModules.blog.kind, work, { page: 1, search: searchedWords.some.word }),
    ),
    of('posts: search, a word in nearly all', (work) =>
      listRows(untypedModules.blog.kind, work, { page: 1, search: 'server' }),
    ),
    of('posts, public: a category', (work) => listPublishedPosts(work, { page: 1, category: 'Technology' })),
    ...ends('jobs', rows / 100, jobsFacts.pageSize, (work, page) =>
      listRows(untypedModules.jobs.kind, work, { page }),
    ),
    of('jobs: a type', (work) => listRows(untypedModules.jobs.kind, work, { page: 1, type: 'Contract' })),
    of('jobs: internships', (work) =>
      listRows(untypedModules.jobs.kind, work, { page: 1, type: 'Internship' }),
    ),
    of('jobs: search', (work) => listRows(untypedModules.jobs.kind, work, { page: 1, search: 'server' })),
    of('jobs, public: all (newest 1,000)', (work) => listOpenJobs(work, {})),
    ...ends('projects', rows / 100, portfolioFacts.pageSize, (work, page) =>
      listRows(untypedModules.portfolio.kind, work, { page }),
    ),
    of('projects: a category', (work) =>
      listRows(untypedModules.portfolio.kind, work, { page: 1, category: 'IT Support' }),
    ),
    of('projects: search', (work) =>
      listRows(untypedModules.portfolio.kind, work, { page: 1, search: 'server' }),
    ),
    of('dashboard: counts', (work) => getDashboardStats(work)),
    of('dashboard: old drafts', ({ read, now }) =>
      findDrafts(
        read,
        { name: 'posts', publicBy: 'is_published', title: 'title' },
        { before: now, limit: 5 },
      ),
    ),
    of('dashboard: unread', (work) => listMessages(work, { page: 1, per_page: 5, is_read: false })),
    {
      name: 'first page of messages while a search of two letters runs',
      samples: ofSlow,
      run: async () => {
        const slow = listMessages(work(), { search: short, page: 1 });
        const started = performance.now();
        await listMessages(work(), { page: 1 });
        const took = performance.now() - started;
        await slow;
        return took;
      },
    },
  ];
}
