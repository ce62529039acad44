import { type TrackedEnvelope, tracked } from '@trpc/server';
import { sendEvent } from '../../database/events/send-event.ts';
import type { OperationContext } from '../../database/operation.ts';
import type { SignedInContext, WakeUp } from '../../trpc/context.ts';
import { readInboxState } from './inbox-state.ts';
import type { InboxState } from './message.schema.ts';

const inboxChanged = 'inbox-changed';

/** Notifies the open streams of all instances after the commit. Do not call it for new spam. */
export function tellInboxChanged(inside: Pick<OperationContext, 'em'>): Promise<void> {
  return sendEvent(inside, inboxChanged);
}

/**
 * Yields the state now and after each change. A client that already has the current state gets the next
 * change first.
 * @throws {TooManyTries} before the first event, when too many streams are open
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
    // Always sends after a real change. The numbers may be equal although a different message changed.
    if (reason === 'news' || id !== lastId) yield tracked(id, state);
    lastId = id;
  }
}

const nameOf = ({ unread, newest }: InboxState) => `${newest ?? 0}-${unread}`;
