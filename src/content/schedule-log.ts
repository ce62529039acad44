import type { EntityClass } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import { readNextMoment } from '../database/list/public-at.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordScheduledChange, type ActivitySubject } from '../log/activities.ts';
import type { ContentFacts } from '../shared/content-facts.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import { findAndLockRow, type StoredEditable } from './content-kind.ts';
import { inLanguageOf } from './translations/stored-translations.ts';

interface DueParts<Row> {
  entity: EntityClass<Row>;
  facts: ContentFacts;
  subjectOf(row: Row, now: Date): ActivitySubject;
}

type Tables = Record<string, { id: number; announced_at: unknown }>;
type LogDueMoments = (tx: Ctx) => Promise<number>;

/** Rows changed by one transaction. Few, so that other writes need not wait long. */
const atOnce = 50;

/**
 * Returns a function that logs rows whose dates made them public or ended that, each moment once, and returns the
 * number of logged moments. It may run late, because the dates alone decide what visitors see. Undefined for a module
 * without a schedule.
 */
export function dueMomentsLogger<Row extends StoredEditable>({
  entity,
  facts,
  subjectOf,
}: DueParts<Row>): LogDueMoments | undefined {
  const { table, publicBy, schedule, log } = facts;
  if (!schedule) return undefined;
  const { startColumn, endColumn } = schedule;
  const isMarked = publicBy ? sql`${sql.ref(publicBy)} = ${1} and` : sql``;
  const hasBegun = (now: unknown) =>
    sql<boolean>`${isMarked} announced_at is null and ${sql.ref(startColumn!)} <= ${now}`;
  const hasEnded = (now: unknown) =>
    publicBy
      ? sql<boolean>`${isMarked} ${sql.ref(endColumn)} <= ${now}`
      : sql<boolean>`${sql.ref(endColumn)} <= ${now} and (announced_at is null or announced_at < ${sql.ref(endColumn)})`;

  const forEachDue = async (tx: Ctx, isDue: RawBuilder<boolean>, report: (row: Row) => Promise<void>) => {
    const db = tx.em.getKysely<Tables>();
    const due = db.selectFrom(table).select('id').where(isDue).orderBy('id').limit(atOnce);
    const ids = await (isPostgresql(db) ? due.forUpdate().skipLocked() : due).execute();
    for (const { id } of ids) await report((await findAndLockRow(tx, entity, id))!);
    return ids.length;
  };
  const announce = async ({ em }: Ctx, { id }: Row, moment: Date) => {
    const db = em.getKysely<Tables>();
    // No new version, so that an open form can still be saved.
    await db.updateTable(table).set({ announced_at: moment }).where('id', '=', id).execute();
  };
  const report = async (tx: Ctx, row: Row, verb: string, changes = {}) => {
    const subject = { ...(await inLanguageOf(row, tx, subjectOf(row, tx.now))), verb };
    await recordScheduledChange(tx, log as ActivityModule, subject, changes);
  };

  return async (tx) => {
    const { now } = tx;
    const begun = startColumn
      ? await forEachDue(tx, hasBegun(now), async (row) => {
          const moment = (row as unknown as Record<string, Date>)[startColumn]!;
          await report(tx, row, 'Published');
          await announce(tx, row, moment);
        })
      : 0;
    // The loaded rows lack the `announced_at` just stored.
    tx.em.clear();
    const ended = await forEachDue(tx, hasEnded(now), async (row) => {
      if (publicBy) row.revise({ [publicBy]: false }, tx.now);
      else await announce(tx, row, tx.now);
      const changes = publicBy ? { [publicBy]: { old: true, new: false } } : {};
      await report(tx, row, startColumn ? 'Unpublished' : 'Closed', changes);
      await tx.em.flush();
    });
    return begun + ended;
  };
}

/** Logs every scheduled moment that has passed, also during a downtime. Returns the next one, if any. */
export async function logAllDueMoments(
  database: Database,
  modules: readonly { logDueMoments: LogDueMoments | undefined }[],
  now: Date,
): Promise<Date | undefined> {
  for (const { logDueMoments } of modules) {
    if (!logDueMoments) continue;
    const logSome = () =>
      inTransaction({ em: database.fork(), read: database.read, viewer: null, now }, logDueMoments);
    while ((await logSome()) > 0);
  }
  return readNextMoment(database.read, now);
}
