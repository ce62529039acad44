import type { Ctx } from '../../database/ctx.ts';
import { sendEvent } from '../../database/events/events.ts';
import type { Context } from '../../trpc/context.ts';
import type { InboxSummary } from './inbox.schema.ts';

export const inboxChangedTopic = 'inbox-changed';

/**
 * Notifies the event streams of all instances after the commit. Not for new spam: staff are not told. With `ids`, only
 * these messages have changed, and none has moved, arrived or gone.
 */
export function publishInboxChange(tx: Pick<Ctx, 'em'>, ids: readonly number[] = []): Promise<void> {
  return sendEvent(tx, inboxChangedTopic, ids.join(' '));
}

/** Returns the ids of the changed messages, or null if any message may have changed. */
export function readChangedMessages(texts: ReadonlySet<string>): number[] | null {
  if (texts.has('')) return null;
  return [...new Set([...texts].flatMap((text) => text.split(' ').map(Number)))];
}

/** The panel shows more than 999 as '999+'. */
const maxCounted = 1000;

export async function readInboxSummary({
  read,
  mailer,
}: Pick<Ctx, 'read'> & Pick<Context, 'mailer'>): Promise<InboxSummary> {
  const inbox = read.selectFrom('messages').where('folder', '=', 'inbox');
  const unread = inbox.where('is_read', '=', 0).select((eb) => eb.lit(1).as('one'));
  const { count } = await read
    .selectFrom(unread.limit(maxCounted).as('unread'))
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const newest = await inbox
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    unread: Number(count),
    newest: newest?.id ?? null,
    has_server: mailer.hasServer ?? false,
  };
}
