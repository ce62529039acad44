import { sql } from 'kysely';
import type { Connection, Ctx, Reader } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/dialect.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordRemoved } from '../../log/activities.ts';
import type { PrivateFiles } from '../../pictures/files/storage.ts';
import { scheduleName } from '../../shared/program-actors.ts';
import type { GroupValue } from '../../shared/settings/groups.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { tellInboxChanged } from '../inbox/live.ts';
import { forgetOldEvents } from '../security-log/security-log.ts';
import { filesOf } from './person.ts';
import type { DueMessages, OverdueMessages } from './privacy.schema.ts';

type Figures = GroupValue<'privacy'>;
type RetentionCtx = Ctx & { privateFiles: PrivateFiles; siteSettings: SiteSettingsSource };
type Removed = Readonly<Record<string, number>>;

const rowsAtOnce = 200;
const dayMs = 24 * 60 * 60_000;
/** The maximum number of messages that one query counts or changes. */
const maxCounted = 1000;

/** The messages to which a retention period applies, and the column with the time when the period begins. */
interface Period {
  figure: 'contact_months' | 'application_months' | 'spam_days' | 'trash_days';
  since: 'closed_at' | 'moved_at';
  condition: ReturnType<typeof sql<boolean>>;
}

const closed = sql<boolean>`folder = 'inbox' and state = 'closed'`;
const enquiries = sql<boolean>`kind in ('contact', 'quotation', 'form')`;
const applications = sql<boolean>`kind in ('application', 'internship')`;

const periods: readonly Period[] = [
  { figure: 'contact_months', since: 'closed_at', condition: sql<boolean>`${closed} and ${enquiries}` },
  {
    figure: 'application_months',
    since: 'closed_at',
    condition: sql<boolean>`${closed} and ${applications}`,
  },
  { figure: 'spam_days', since: 'moved_at', condition: sql<boolean>`folder = 'spam'` },
  { figure: 'trash_days', since: 'moved_at', condition: sql<boolean>`folder = 'trash'` },
];

/**
 * Deletes messages, their files and security events whose retention period is over. A message in the inbox
 * folder remains until it is done. A message in Spam or Trash is deleted whatever its state is. Returns how
 * many messages, files and security events were deleted.
 */
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
      // Deletes the files after the commit. The hourly sweep removes files that remain after a crash.
      for (const file of files) await ctx.privateFiles.remove(file);
      isMore = messages === rowsAtOnce;
    }
  }
  if (counts.messages) {
    await inTransaction({ ...ctx, em: ctx.em.fork() }, (tx) =>
      recordRemoved(tx, { by: scheduleName, what: 'Removed old messages', counts }),
    );
  }
  const { security_log_days: days } = privacy;
  if (days !== null) counts.security_events = await forgetOldEvents({ ...ctx, em: ctx.em.fork() }, days);
  return counts;
}

/** Stores the start of the retention period for messages that have none. Such messages come from old exports. */
async function beginPeriods({ em, read, now }: Ctx): Promise<void> {
  const undated = [
    ['closed_at', closed],
    ['moved_at', sql<boolean>`folder <> 'inbox'`],
  ] as const;
  for (const [column, condition] of undated) {
    const found = await read.search<{ id: number }>(
      sql`select id from messages where ${sql.ref(column)} is null and ${condition} limit ${sql.lit(maxCounted)}`,
    );
    if (found.length === 0) continue;
    const db = em.fork().getKysely<Tables>();
    await sql`update messages set ${sql.ref(column)} = ${now}
      where id in (${sql.join(found.map(({ id }) => id))})`.execute(db);
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
    const files = await filesOf(ctx.read, 'messages', rows);
    await sql`delete from messages where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db);
    await tellInboxChanged(tx);
    return { messages: rows.length, files };
  });
}

/**
 * Returns the time before which messages are too old for a retention period. Returns undefined when messages
 * are kept without limit.
 */
function endOf(now: Date, figure: Period['figure'], figures: Figures): Date | undefined {
  const value = figures[figure];
  if (value === null) return undefined;
  return figure.endsWith('_months') ? monthsFrom(now, -value) : new Date(now.getTime() - value * dayMs);
}

/** Adds months to a time. Six months before 31 August is the last day of February, not a day in March. */
function monthsFrom(moment: Date, months: number): Date {
  const result = new Date(moment);
  result.setUTCMonth(moment.getUTCMonth() + months);
  if (result.getUTCDate() !== moment.getUTCDate()) result.setUTCDate(0);
  return result;
}

/**
 * Returns which messages will be deleted next. For each retention period, finds the next day on which messages will be
 * deleted, and counts these messages and their files.
 */
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
  return due;
}

/**
 * Returns how many open and how many answered messages are older than their retention period. They remain because they
 * are not done. Counts up to 1,000 messages per period and state.
 */
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
  const found = sql`select id from messages where folder = 'inbox'
    and created_at < ${before} and ${condition} limit ${sql.lit(maxCounted)}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found}) as found`.execute(
    read,
  );
  return Number(rows[0]?.count ?? 0);
}
