import { type TrackedEnvelope, tracked } from '@trpc/server';
import { sendSignal } from '../../database/signals.ts';
import type { Work } from '../../database/work.ts';
import type { SignedInContext } from '../../trpc/context.ts';
import type { WakeUp } from '../../trpc/live.ts';
import { readInboxState } from './inbox-state.ts';
import type { InboxState } from './message.schema.ts';

const inboxChanged = 'inbox-changed';

/** Tells the open streams of all instances, with the commit, that the inbox is another now. What arrives as spam is not told. */
export function tellInboxChanged(inside: Pick<Work, 'em'>): Promise<void> {
  return sendSignal(inside, inboxChanged);
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

async function* states({ read }: Work, wakeUps: AsyncIterable<WakeUp>, lastEventId: string | undefined) {
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
