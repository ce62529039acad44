import { sql } from 'kysely';
import type { Connection, Ctx, Reader } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/is-postgresql.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordRemoval } from '../../log/activities.ts';
import type { PrivateFiles } from '../../pictures/files/storage.ts';
import { scheduleActorName } from '../../shared/program-actors.ts';
import type { GroupValue } from '../../shared/settings/groups.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { publishInboxChange } from '../inbox/live-inbox.ts';
import { deleteOldDays } from '../visits/stored-visits.ts';
import { privateFileKeysOf } from './find-person.ts';
import type { DueMessages, OverdueMessages } from './privacy.schema.ts';

type Figures = GroupValue<'privacy'>;
type RetentionCtx = Ctx & { privateFiles: PrivateFiles; siteSettings: SiteSettingsSource };
type Removed = Readonly<Record<string, number>>;

const rowsAtOnce = 200;
const entriesAtOnce = 1000;
const dayMs = 24 * 60 * 60_000;
/** How many messages one query counts or changes at most. */
const maxCounted = 1000;

/** Which messages, and the column with the start of the period. */
interface Period {
  figure: 'contact_months' | 'application_months' | 'spam_days' | 'trash_days';
  since: 'closed_at' | 'refused_at' | 'moved_at';
  condition: ReturnType<typeof sql<boolean>>;
}

const closed = sql<boolean>`folder = 'inbox' and state = 'closed'`;
const enquiries = sql<boolean>`kind in ('contact', 'quotation', 'form', 'mail')`;
const applications = sql<boolean>`kind in ('application', 'internship')`;

const periods: readonly Period[] = [
  { figure: 'contact_months', since: 'closed_at', condition: sql<boolean>`${closed} and ${enquiries}` },
  // From the earlier of both: a refused application is done, whatever its state.
  {
    figure: 'application_months',
    since: 'closed_at',
    condition: sql<boolean>`${closed} and ${applications} and (refused_at is null or refused_at > closed_at)`,
  },
  {
    figure: 'application_months',
    since: 'refused_at',
    condition: sql<boolean>`folder = 'inbox' and ${applications} and (closed_at is null or closed_at >= refused_at)`,
  },
  { figure: 'spam_days', since: 'moved_at', condition: sql<boolean>`folder = 'spam'` },
  { figure: 'trash_days', since: 'moved_at', condition: sql<boolean>`folder = 'trash'` },
];

/** Messages in the inbox stay until they are done, those in Spam and Trash go whatever their state is. */
export async function removeExpiredRecords(ctx: RetentionCtx): Promise<Removed> {
  const { privacy } = await ctx.siteSettings.current();
  const counts: Record<string, number> = {};
  await beginPeriods(ctx);
  for (const period of periods) {
    const before = endOf(ctx.now, period.figure, privacy);
    if (!before) continue;
    for (let isMore = true; isMore; ) {
      const { messages, files } = await removeBatch(ctx, period, before);
      counts.messages = (counts.messages ?? 0) + messages;
      counts.files = (counts.files ?? 0) + files.length;
      // After the commit. The hourly sweep removes what a crash leaves.
      for (const file of files) await ctx.privateFiles.remove(file);
      isMore = messages === rowsAtOnce;
    }
  }
  if (counts.messages) {
    await inTransaction({ ...ctx, em: ctx.em.fork() }, (tx) =>
      recordRemoval(tx, { by: scheduleActorName, what: 'Removed old messages', counts }),
    );
  }
  const logs = [
    ['security_events', privacy.security_log_days],
    ['activities', privacy.activity_log_days],
  ] as const;
  for (const [table, days] of logs) {
    if (days !== null) counts[table] = await deleteOldEntries(ctx, table, days);
  }
  if (privacy.visit_months !== null)
    counts.visit_counts = await deleteOldDays(
      { em: ctx.em.fork() },
      monthsFrom(ctx.now, -privacy.visit_months).toISOString().slice(0, 10),
    );
  return counts;
}

/** In batches, so that other writes need not wait for all of it. */
export async function deleteOldEntries(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  table: 'security_events' | 'activities',
  days: number,
): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs);
  const of = sql.table(table);
  for (let count = 0; ; ) {
    const { numAffectedRows } = await sql`delete from ${of} where id in
      (select id from ${of} where created_at < ${before} order by created_at, id limit ${sql.lit(entriesAtOnce)})`.execute(
      em.fork().getKysely<Tables>(),
    );
    count += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < entriesAtOnce) return count;
  }
}

/** For messages from old exports, which have no start. */
async function beginPeriods({ em, read, now }: Ctx): Promise<void> {
  const undated = [
    ['closed_at', closed],
    ['moved_at', sql<boolean>`folder <> 'inbox'`],
  ] as const;
  for (const [column, condition] of undated) {
    const rows = await read.search<{ id: number }>(
      sql`select id from messages where ${sql.ref(column)} is null and ${condition} limit ${sql.lit(maxCounted)}`,
    );
    if (rows.length === 0) continue;
    const db = em.fork().getKysely<Tables>();
    await sql`update messages set ${sql.ref(column)} = ${now}
      where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db);
  }
}

async function removeBatch(
  ctx: RetentionCtx,
  { since, condition }: Period,
  before: Date,
): Promise<{ messages: number; files: string[] }> {
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const db = tx.em.getKysely<Tables>();
    const lock = isPostgresql(db) ? sql`for update` : sql``;
    const { rows } = await sql<{ id: number; attachment_key: string | null }>`
      select id, attachment_key from messages where ${sql.ref(since)} < ${before} and ${condition}
      order by ${sql.ref(since)}, id limit ${sql.lit(rowsAtOnce)} ${lock}`.execute(db);
    if (rows.length === 0) return { messages: 0, files: [] };
    const files = await privateFileKeysOf(ctx.read, 'messages', rows);
    await sql`delete from messages where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db);
    await publishInboxChange(tx);
    return { messages: rows.length, files };
  });
}

/** Undefined when messages are kept without limit. */
function endOf(now: Date, figure: Period['figure'], figures: Figures): Date | undefined {
  const value = figures[figure];
  if (value === null) return undefined;
  return figure.endsWith('_months') ? monthsFrom(now, -value) : new Date(now.getTime() - value * dayMs);
}

/** Six months before 31 August is the last day of February, not a day in March. */
function monthsFrom(moment: Date, months: number): Date {
  const result = new Date(moment);
  result.setUTCMonth(moment.getUTCMonth() + months);
  if (result.getUTCDate() !== moment.getUTCDate()) result.setUTCDate(0);
  return result;
}

/** For each period, the next day with deletions and how much goes then. */
export async function listDueMessages({ read }: { read: Reader }, figures: Figures): Promise<DueMessages[]> {
  const due: DueMessages[] = [];
  for (const { figure, since, condition } of periods) {
    const value = figures[figure];
    if (value === null) continue;
    const [first] = await read.search<{ moment: Date | number | null }>(
      sql`select ${sql.ref(since)} as moment from messages where ${sql.ref(since)} is not null and ${condition}
        order by ${sql.ref(since)} limit 1`,
    );
    if (!first?.moment) continue;
    const moment = new Date(first.moment);
    const endOfDay = new Date(Math.ceil((moment.getTime() + 1) / dayMs) * dayMs);
    const [counted] = await read.search<{ messages: number; files: number }>(
      sql`select count(*) as messages, count(attachment_key) as files from messages
        where ${sql.ref(since)} < ${endOfDay} and ${condition}`,
    );
    const at = figure.endsWith('_months')
      ? monthsFrom(moment, value)
      : new Date(moment.getTime() + value * dayMs);
    const [messages, files] = [Number(counted?.messages), Number(counted?.files)];
    due.push({ figure, at: at.toISOString(), messages, files });
  }
  return mergeByFigure(due);
}

/** A figure has one line: that of its earliest day. */
function mergeByFigure(due: readonly DueMessages[]): DueMessages[] {
  return [...Map.groupBy(due, ({ figure }) => figure).values()].map((lines) => {
    const [first, second] = lines.toSorted((one, other) => one.at.localeCompare(other.at));
    if (!second || dayOf(second) !== dayOf(first!)) return first!;
    const { messages, files } = second;
    return { ...first!, messages: first!.messages + messages, files: first!.files + files };
  });
}

const dayOf = ({ at }: DueMessages) => at.slice(0, 10);

/** Messages beyond their period that stay because they are not done. Counts up to 1,000 for each period and state. */
export async function listOverdueMessages(
  { read, now }: Pick<Ctx, 'read' | 'now'>,
  figures: Figures,
): Promise<OverdueMessages[]> {
  const kinds = [
    ['contact_months', enquiries],
    ['application_months', applications],
  ] as const;
  const overdue: OverdueMessages[] = [];
  for (const [figure, kind] of kinds) {
    const before = endOf(now, figure, figures);
    const months = figures[figure];
    if (!before || months === null) continue;
    for (const state of ['open', 'answered'] as const) {
      const count = await countOlder(read, before, sql<boolean>`state = ${state} and ${kind}`);
      if (count > 0) overdue.push({ figure, months, state, count });
    }
  }
  return overdue;
}

async function countOlder(read: Connection, before: Date, condition: Period['condition']): Promise<number> {
  const messages = sql`select id from messages where folder = 'inbox'
    and created_at < ${before} and refused_at is null and ${condition} limit ${sql.lit(maxCounted)}`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${messages}) as counted`.execute(read);
  return Number(rows[0]?.count ?? 0);
}
