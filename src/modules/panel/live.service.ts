import { type TrackedEnvelope, tracked } from '@trpc/server';
import { tablesChangedTopic } from '../../database/events/events.ts';
import { can } from '../../shared/grants.ts';
import { editedKinds } from '../../shared/module-facts.ts';
import type { SignedInContext, WakeUp } from '../../trpc/context.ts';
import { readInboxState } from '../inbox/inbox-summary.ts';
import { inboxChanged } from '../inbox/live.service.ts';
import type { InboxState } from '../inbox/message.schema.ts';
import { editingChanged } from '../presence/presence.service.ts';
import { changedParts, type PanelPart, partsFor } from './panel-parts.ts';

interface PanelState {
  /** Null for roles that do not see the inbox. */
  inbox: InboxState | null;
  /** The modules in which somebody opened or closed a form, or in which unsaved input appeared or disappeared. */
  edited: (typeof editedKinds)[number][];
  /** The parts of the API whose answers may have changed. Parts that the viewer may not see are left out. */
  changed: PanelPart[];
}

/**
 * Yields the state of the panel after each change: the state of the inbox, the viewer's modules in which editing has
 * changed, and the changed parts of the panel. The first state follows at once, unless the client already has the
 * current state.
 * @throws {TooManyTries} before the first event, when too many streams are open
 */
export function watchPanel(
  ctx: SignedInContext,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncIterable<TrackedEnvelope<PanelState>> {
  const topics = [...(hasInbox(ctx) ? [inboxChanged] : []), editingChanged, tablesChangedTopic];
  return states(ctx, ctx.live.follow(ctx, topics, signal), lastEventId);
}

const hasInbox = ({ viewer }: SignedInContext) => can(viewer.role, 'inbox:manage');

async function* states(
  ctx: SignedInContext,
  wakeUps: AsyncIterable<WakeUp>,
  lastEventId: string | undefined,
) {
  const own = editedKinds.filter((name) => can(ctx.viewer.role, `${name}:manage`));
  const parts = partsFor(ctx.viewer.role);
  let lastId = lastEventId;
  let isFirst = true;
  for await (const { reason, news } of wakeUps) {
    const inbox = hasInbox(ctx) ? await readInboxState(ctx.read) : null;
    const id = nameOf(inbox);
    const edited = own.filter((name) => news.get(editingChanged)?.has(name));
    // The reason `maybe` means that events may have been lost, so all parts count as changed. At the first event, the
    // client reloads outdated data itself.
    const isAnyLost = reason === 'maybe' && !isFirst;
    const changed = isAnyLost ? parts : changedParts(parts, news.get(tablesChangedTopic) ?? []);
    const hasNews = news.has(inboxChanged) || edited.length > 0 || changed.length > 0;
    // Sends an event after every change. The numbers may be equal although another message has changed.
    if (hasNews || id !== lastId) yield tracked(id, { inbox, edited, changed });
    lastId = id;
    isFirst = false;
  }
}

const nameOf = (inbox: InboxState | null) => (inbox ? `${inbox.newest ?? 0}-${inbox.unread}` : 'none');
