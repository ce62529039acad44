import { LockMode } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { BulkResult } from '../../shared/bulk.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { scheduleActorName } from '../../shared/program-actors.ts';
import { addDays, localDayOf, momentOfLocalTime } from '../../shared/zoned-time.ts';
import type { Context } from '../../trpc/context.ts';
import type { RemindInput } from './inbox.schema.ts';
import { publishInboxChange } from './live-inbox.ts';
import { changedValuesOf, changeMessages } from './message-acts.ts';
import { Message, MessageEvent } from './message.entity.ts';

/** On the site's clock, before the day's work begins. */
const atClock = '08:00';
const maxDays = 366;
/** Messages changed by one transaction. */
const atOnce = 50;

/** With null, the messages have no reminder. @throws {RuleBroken} for a day that is over or too far away */
export async function remindOfMessages(
  ctx: SignedInCtx & Pick<Context, 'siteSettings'>,
  { ids, on }: RemindInput,
): Promise<BulkResult> {
  const { region } = await ctx.siteSettings.current();
  const at = on === null ? null : reminderMoment(region.time_zone, ctx.now, on);
  return changeMessages(ctx, ids, (message) => message.remind(ctx.viewer, at));
}

function reminderMoment(zone: string, now: Date, on: string): Date {
  const today = localDayOf(zone, now);
  const day = on === 'tomorrow' ? addDays(today, 1) : on === 'monday' ? nextMonday(today) : on;
  if (day <= today || day > addDays(today, maxDays)) {
    throw RuleBroken.of('on', 'Reminder must be a day after today and within a year.');
  }
  return momentOfLocalTime(zone, `${day}T${atClock}`);
}

/** On a Monday, that of the next week. */
function nextMonday(today: string): string {
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  return addDays(today, (8 - weekday) % 7 || 7);
}

/** Opens the messages whose reminder is due. Those in Spam and Trash wait until they are restored. */
export async function returnDueMessages(ctx: Ctx): Promise<void> {
  for (let isMore = true; isMore; ) {
    const ids = await readDueIds(ctx);
    if (ids.length > 0) await returnMessages({ ...ctx, em: ctx.em.fork() }, ids);
    isMore = ids.length === atOnce;
  }
}

async function readDueIds({ read, now }: Ctx): Promise<number[]> {
  const due = await read
    .selectFrom('messages')
    .select('id')
    .where('folder', '=', 'inbox')
    .where('remind_at', '<=', now as never)
    .orderBy('remind_at')
    .limit(atOnce)
    .execute();
  return due.map(({ id }) => id);
}

/** Of several instances, the first returns a message. */
function returnMessages(ctx: Ctx, ids: readonly number[]): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.em.find(
      Message,
      { id: { $in: [...ids] }, folder: 'inbox', remind_at: { $lte: tx.now } },
      { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    for (const message of due) {
      const { before, after } = changedValuesOf(message, () => message.returnDue());
      const event = tx.em.create(MessageEvent, {
        type: 'due',
        message_id: message.id,
        created_at: tx.now,
        user_id: null,
        user_name: scheduleActorName,
        text: null,
        before,
        after,
      });
      tx.em.persist(event);
    }
    await tx.em.flush();
    if (due.length > 0) await publishInboxChange(tx);
  });
}
