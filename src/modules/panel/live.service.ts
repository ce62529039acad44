import { type TrackedEnvelope, tracked } from '@trpc/server';
import { can } from '../../shared/grants.ts';
import { moduleNames } from '../../shared/module-facts.ts';
import type { SignedInContext, WakeUp } from '../../trpc/context.ts';
import { type InboxState, inboxChanged, readInboxState } from '../inbox/live.service.ts';
import { editingChanged } from '../presence/presence.service.ts';
import type { PanelState } from './panel.schema.ts';

/**
 * Yields the state of the inbox now and after each change, and the modules of the viewer in which somebody edits. A
 * client that already has the current state gets the next change first.
 * @throws {TooManyTries} before the first event, when too many streams are open
 */
export function watchPanel(
  ctx: SignedInContext,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncIterable<TrackedEnvelope<PanelState>> {
  const topics = hasInbox(ctx) ? [inboxChanged, editingChanged] : [editingChanged];
  return states(ctx, ctx.live.follow(ctx, topics, signal), lastEventId);
}

const hasInbox = ({ viewer }: SignedInContext) => can(viewer.role, 'inbox:manage');

async function* states(
  ctx: SignedInContext,
  wakeUps: AsyncIterable<WakeUp>,
  lastEventId: string | undefined,
) {
  const own = moduleNames.filter((name) => can(ctx.viewer.role, `${name}:manage`));
  let lastId = lastEventId;
  for await (const { news } of wakeUps) {
    const inbox = hasInbox(ctx) ? await readInboxState(ctx.read) : null;
    const id = nameOf(inbox);
    const edited = own.filter((name) => news.get(editingChanged)?.has(name));
    // Always sends after a real change. The numbers may be equal although a different message changed.
    if (news.has(inboxChanged) || edited.length > 0 || id !== lastId) yield tracked(id, { inbox, edited });
    lastId = id;
  }
}

const nameOf = (inbox: InboxState | null) => (inbox ? `${inbox.newest ?? 0}-${inbox.unread}` : 'none');
