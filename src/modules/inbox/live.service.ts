import { type TrackedEnvelope, tracked } from '@trpc/server';
import { sendEvent } from '../../database/events/send-event.ts';
import type { OperationContext } from '../../database/operation.ts';
import type { SignedInContext, WakeUp } from '../../trpc/context.ts';
import { readInboxState } from './inbox-state.ts';
import type { InboxState } from './message.schema.ts';

const inboxChanged = 'inbox-changed';

/** Tells the open streams of all instances, with the commit, that the inbox is another now. What arrives as spam is not told. */
export function tellInboxChanged(inside: Pick<OperationContext, 'em'>): Promise<void> {
  return sendEvent(inside, inboxChanged);
}

/**
 * How the inbox stands, now and after each change. The id of an event names the state: whoever comes back with the one that still
 * holds is told nothing until the next change, on whichever instance.
 *
 * @throws {TooManyTries} at once, when too many streams are open
 */
export function watchInbox(
  ctx: SignedInContext,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncIterable<TrackedEnvelope<InboxState>> {
  return states(ctx, ctx.live.follow(ctx, inboxChanged, signal), lastEventId);
}

async function* states(
  { read }: OperationContext,
  wakeUps: AsyncIterable<WakeUp>,
  lastEventId: string | undefined,
) {
  let lastId = lastEventId;
  for await (const reason of wakeUps) {
    const state = await readInboxState(read);
    const id = nameOf(state);
    // After real news the numbers may be the same although a message is another.
    if (reason === 'news' || id !== lastId) yield tracked(id, state);
    lastId = id;
  }
}

const nameOf = ({ unread, newest }: InboxState) => `${newest ?? 0}-${unread}`;
