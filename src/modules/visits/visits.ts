import type { SignedInCtx } from '../../database/ctx.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import { Forbidden, RuleBroken } from '../../shared/errors.ts';
import { foldText } from '../../shared/fold-text.ts';
import { hasGrant } from '../../shared/grants.ts';
import { factsByModule, type ModuleName } from '../../shared/module-facts.ts';
import { maxPerPage } from '../../shared/pagination.ts';
import type { Role } from '../../shared/roles.ts';
import { addDays, localDayOf } from '../../shared/zoned-time.ts';
import type { Context } from '../../trpc/context.ts';
import { csvDownload, type Download, type SpreadsheetColumns } from '../../trpc/download.ts';
import { recordSecurityEvent, type SecurityLogCtx } from '../security-log/security-event.ts';
import { describePages, nameOfRow } from './page-names.ts';
import {
  type Counts,
  type DayRange,
  monthOf,
  type NamedCounts,
  readFirstDay,
  readPeriods,
  readSums,
} from './stored-visits.ts';
import { otherNames, siteNames } from './visit-count.entity.ts';
import type {
  Figure,
  RangeInput,
  Stretch,
  VisitsFileQuery,
  VisitsOverview,
  VisitsQuery,
  VisitSum,
  VisitSums,
} from './visits.schema.ts';

type VisitsCtx = SignedInCtx & Pick<Context, 'siteSettings'>;

const jobs = `${'jobs' satisfies ModuleName}/`;
const internship = '/internship';
/** The pages with a form that every site has. */
const formPages = ['/contact', '/quotations', internship];

const seesAll = (role: Role) => hasGrant(role, 'visits:all');
const seesSent = (role: Role) => hasGrant(role, 'inbox:manage');

function isApplication(page: string): boolean {
  return page === internship || page.startsWith(jobs);
}

/** @throws {Forbidden} */
function expectSeen(role: Role, by: VisitsQuery['by']): void {
  if (by === 'sent' && !seesSent(role))
    throw new Forbidden('Messages and applications are for people who manage the inbox.');
  if (by !== 'sent' && by !== 'day' && by !== 'page' && !seesAll(role))
    throw new Forbidden('Your role sees messages, applications and the views of jobs.');
}

const usualDays = 30;

/** @throws {RuleBroken} when the last day is before the first */
async function completeRange(
  { siteSettings, now }: VisitsCtx,
  { from: first, until: last }: RangeInput,
): Promise<DayRange & { zone: string }> {
  const { time_zone: zone } = (await siteSettings.current()).region;
  const until = last ?? localDayOf(zone, now);
  const from = first ?? addDays(until, 1 - usualDays);
  if (from > until) throw RuleBroken.of('until', 'Until must not be before from');
  return { from, until, zone };
}

type GroupQuery = DayRange & Pick<VisitsQuery, 'by' | 'search'>;

/** 100 rows a page. */
export async function listVisits(ctx: VisitsCtx, input: VisitsQuery): Promise<VisitSums> {
  const query = { ...input, ...(await completeRange(ctx, input)) };
  const page = query.page ?? 1;
  const { rows, total } = await readGroup(ctx, query, { limit: maxPerPage, offset: (page - 1) * maxPerPage });
  return { sums: rows, meta: { total, page, per_page: maxPerPage } };
}

interface Window {
  limit: number;
  offset: number;
}
interface Group {
  rows: VisitSum[];
  total: number;
}

function readGroup(ctx: VisitsCtx, query: GroupQuery, window: Window): Promise<Group> {
  const { role } = ctx.viewer;
  expectSeen(role, query.by);
  if (query.by === 'day') return readDays(ctx, query, window);
  if (query.by === 'sent') return readForms(ctx, query, window);
  if (query.by === 'page') return readPages(ctx, query, window);
  return readOthers(ctx, { ...query, by: query.by }, window);
}

async function readDays(ctx: VisitsCtx, query: GroupQuery, { limit, offset }: Window): Promise<Group> {
  const { points } = await readStretch(ctx, query, 'day');
  const days = points.filter(({ at }) => at.includes(query.search ?? ''));
  const rows = days.slice(offset, offset + limit).map(({ at, views, visits, messages, applications }) => ({
    name: at,
    title: at,
    path: null,
    views,
    visits,
    sent: messages === null || applications === null ? null : messages + applications,
  }));
  return { rows, total: days.length };
}

async function readPages(ctx: VisitsCtx, query: GroupQuery, window: Window): Promise<Group> {
  const { role } = ctx.viewer;
  const prefix = seesAll(role) ? undefined : jobs;
  // A search looks at the titles too, which other tables have.
  const all = query.search === undefined ? window : {};
  const { rows, total } = await readSums(ctx.read, 'page', query, { prefix, ...all });
  const names = rows.map(({ name }) => name);
  const sent = seesSent(role) && names.length > 0 ? await readSent(ctx, query, names) : undefined;
  const titled = await withTitles(ctx, rows, (name) => (sent ? (sent.get(name) ?? 0) : null));
  return query.search === undefined ? { rows: titled, total } : pick(titled, query.search, window);
}

async function readSent(
  { read }: VisitsCtx,
  range: DayRange,
  names?: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await readSums(read, 'sent', range, names ? { names } : {});
  return new Map(rows.map(({ name, views }) => [name, views]));
}

/** What came by each form, with the views of its page. Also forms and jobs that were only looked at. */
async function readForms(ctx: VisitsCtx, query: GroupQuery, window: Window): Promise<Group> {
  const sent = await readSent(ctx, query);
  const isOpen = (name: string) => seesAll(ctx.viewer.role) || name.startsWith(jobs);
  const [ofJobs, ofForms] = await Promise.all([
    readSums(ctx.read, 'page', query, { prefix: jobs }),
    readSums(ctx.read, 'page', query, { names: [...new Set([...formPages, ...sent.keys()])] }),
  ]);
  const views = new Map([...ofJobs.rows, ...ofForms.rows].map((row) => [row.name, row]));
  const names = [...new Set([...sent.keys(), ...[...views.keys()].filter(isOpen)])];
  const rows = names.map((name) => views.get(name) ?? { name, views: 0, visits: 0 });
  const titled = (await withTitles(ctx, rows, (name) => sent.get(name) ?? 0)).map((row) =>
    isOpen(row.name) ? row : { ...row, views: null, visits: null },
  );
  const sorted = titled.toSorted(
    (a, b) => (b.sent ?? 0) - (a.sent ?? 0) || (b.views ?? 0) - (a.views ?? 0) || (a.name < b.name ? -1 : 1),
  );
  return pick(sorted, query.search, window);
}

const screens: Readonly<Record<string, string>> = { phone: 'Phones', computer: 'Computers' };

async function readOthers(
  { read }: VisitsCtx,
  { by, search, ...range }: GroupQuery & { by: 'from' | 'screen' | 'campaign' },
  window: Window,
): Promise<Group> {
  const { rows, total } = await readSums(read, by, range, { search, ...window });
  const titleOf = (name: string) => {
    if (name === otherNames) return 'Others';
    if (by === 'from' && name === '') return 'Directly, or unknown';
    return by === 'screen' ? (screens[name] ?? name) : name;
  };
  return {
    rows: rows.map((row) => ({ ...row, title: titleOf(row.name), path: null, sent: null })),
    total,
  };
}

async function withTitles(
  ctx: VisitsCtx,
  rows: readonly NamedCounts[],
  sentOf: (name: string) => number | null,
): Promise<VisitSum[]> {
  const pages = await describePages(
    ctx,
    rows.map(({ name }) => name),
  );
  return rows.map(({ name, views, visits }) => {
    const { title, path } = pages.get(name)!;
    return { name, title: name === otherNames ? 'Others' : title, path, views, visits, sent: sentOf(name) };
  });
}

function pick(rows: VisitSum[], search: string | undefined, { limit, offset }: Window): Group {
  const words = foldText(search ?? '');
  const matching = words ? rows.filter(({ name, title }) => foldText(name, title).includes(words)) : rows;
  return { rows: matching.slice(offset, offset + limit), total: matching.length };
}

const columns: SpreadsheetColumns<VisitSum> = {
  Name: ({ name }) => name,
  Title: ({ title }) => title,
  Views: ({ views }) => views,
  Visits: ({ visits }) => visits,
  'Messages and applications': ({ sent }) => sent,
};

export async function exportVisits(
  ctx: SecurityLogCtx & VisitsCtx,
  input: VisitsFileQuery,
): Promise<Download> {
  expectSeen(ctx.viewer.role, input.by);
  const query = { ...input, ...(await completeRange(ctx, input)) };
  await recordSecurityEvent(ctx, 'exported', { details: { call: 'visits.csv' } });
  async function* rows() {
    for (let offset = 0; ; offset += maxPerPage) {
      const { rows: some } = await readGroup(ctx, query, { limit: maxPerPage, offset });
      yield* some;
      if (some.length < maxPerPage) return;
    }
  }
  return csvDownload(`visits-${query.from}-${query.until}.csv`, columns, rows());
}

/** By day up to this length, else by month. */
const maxDays = 400;
const maxPosts = 100;

export async function readOverview(ctx: VisitsCtx, input: RangeInput): Promise<VisitsOverview> {
  const { from, until, zone } = await completeRange(ctx, input);
  const { privacy } = await ctx.siteSettings.current();
  const days = 1 + (Date.parse(until) - Date.parse(from)) / (24 * 60 * 60_000);
  const before = { from: addDays(from, -days), until: addDays(from, -1) };
  const step = days > maxDays ? 'month' : 'day';
  const [present, past, firstDay, programs, posts] = await Promise.all([
    readStretch(ctx, { from, until }, step),
    readStretch(ctx, before, step),
    readFirstDay(ctx.read),
    readSums(ctx.read, 'site', { from, until }, { names: [siteNames.programs] }),
    readPublished(ctx, { from, until }, zone),
  ]);
  return {
    today: localDayOf(zone, ctx.now),
    is_counting: privacy.counts_visits,
    first_day: firstDay ?? null,
    step,
    present,
    before: past,
    programs: seesAll(ctx.viewer.role) ? (programs.rows[0]?.views ?? 0) : null,
    posts: posts.map(({ day, title }) => ({ at: step === 'month' ? monthOf(day) : day, title })),
  };
}

async function readStretch(
  { read, viewer: { role } }: VisitsCtx,
  range: DayRange,
  step: VisitsOverview['step'],
): Promise<Stretch> {
  const suffix = step === 'month' ? '_month' : '';
  const periods = step === 'month' ? { from: monthOf(range.from), until: monthOf(range.until) } : range;
  const [site, sent] = await Promise.all([
    seesAll(role) ? readPeriods(read, `site${suffix}`, periods) : [],
    seesSent(role) ? readPeriods(read, `sent${suffix}`, periods) : [],
  ]);
  const points = new Map<string, Figure>();
  const empty = (): Figure => ({
    views: seesAll(role) ? 0 : null,
    visits: seesAll(role) ? 0 : null,
    messages: seesSent(role) ? 0 : null,
    applications: seesSent(role) ? 0 : null,
  });
  const total = empty();
  const addTo = (at: string, { views, visits }: Counts, sentBy?: string) => {
    const point = points.get(at) ?? empty();
    points.set(at, point);
    for (const sum of [point, total]) {
      if (sentBy === undefined) {
        sum.views! += views;
        sum.visits! += visits;
      } else sum[isApplication(sentBy) ? 'applications' : 'messages']! += views;
    }
  };
  for (const { period, ...counts } of site) addTo(period, counts);
  for (const { period, name, ...counts } of sent) addTo(period, counts, name);
  return {
    ...range,
    total,
    points: [...points].map(([at, figures]) => ({ at, ...figures })).sort((a, b) => (a.at < b.at ? -1 : 1)),
  };
}

/** Posts of the days, for those who see all figures. */
async function readPublished({ read, viewer, now }: VisitsCtx, { from, until }: DayRange, zone: string) {
  if (!seesAll(viewer.role)) return [];
  const { table } = factsByModule.blog;
  // A zone is at most a day away from UTC.
  const rows = await read
    .selectFrom(table)
    .select(['title', 'published_at'])
    .where('published_at', '>=', new Date(`${addDays(from, -1)}T00:00Z`))
    .where('published_at', '<', new Date(`${addDays(until, 2)}T00:00Z`))
    .where(isPublicSql(table, now))
    .orderBy('published_at', 'desc')
    .limit(maxPosts)
    .execute();
  return rows
    .map(({ title, published_at }) => ({ title, day: localDayOf(zone, new Date(published_at!)) }))
    .filter(({ day }) => day >= from && day <= until);
}

/** For the form of a row: how often its page was shown in the last 30 days. */
export async function countViewsOfRow(
  ctx: VisitsCtx,
  { module, id }: { module: ModuleName; id: number },
): Promise<{ views: number | null; days: number }> {
  const name = nameOfRow({ module, id });
  if (!seesAll(ctx.viewer.role) && !name.startsWith(jobs)) return { views: null, days: usualDays };
  const { privacy } = await ctx.siteSettings.current();
  if (!privacy.counts_visits) return { views: null, days: usualDays };
  const { rows } = await readSums(ctx.read, 'page', await completeRange(ctx, {}), { names: [name] });
  return { views: rows[0]?.views ?? 0, days: usualDays };
}
