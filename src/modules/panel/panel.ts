import { tracked, type TrackedEnvelope } from '@trpc/server';
import { readTablesChanged, tablesChangedTopic } from '../../database/events/events.ts';
import { hasGrant, type Grant } from '../../shared/grants.ts';
import { editedKinds, factsByModule, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import type { Role } from '../../shared/roles.ts';
import type { SignedInContext } from '../../trpc/context.ts';
import type { StreamWakeUp } from '../../trpc/live-streams.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';
import { type InboxSummary, LiveInput } from '../inbox/inbox.schema.ts';
import { inboxChangedTopic, readChangedMessages, readInboxSummary } from '../inbox/live-inbox.ts';
import { presenceChangedTopic } from '../presence/presence.ts';

/**
 * The parts of the API that the screens of the panel read, by their names in the router. The inbox is left
 * out, because it has its own topic. Spam does not count as a change of the inbox.
 */
export const panelParts = [
  ...moduleNames,
  'activities',
  'addresses',
  'dashboard',
  'gallery',
  'media',
  'onboarding',
  'security',
  'settings',
  'site',
  'trash',
  'users',
  'versions',
] as const;
type PanelPart = (typeof panelParts)[number];

/** The grant that a role needs to see a part. Null for parts that every role with access to the panel sees. */
const grantOf: Record<PanelPart, Grant | null> = {
  ...(Object.fromEntries(moduleNames.map((name) => [name, `${name}:manage`])) as Record<ModuleName, Grant>),
  activities: null,
  addresses: 'settings:manage',
  dashboard: null,
  gallery: 'media:manage',
  media: 'media:manage',
  onboarding: 'settings:manage',
  security: 'security:read',
  settings: 'settings:open',
  site: null,
  trash: null,
  users: 'users:manage',
  versions: null,
};

/**
 * The parts that show rows of a table, by the name of the table. A change of any other table changes no
 * screen.
 */
const partsOfTable: Readonly<Record<string, readonly PanelPart[]>> = {
  ...Object.fromEntries(moduleNames.map((name) => [factsByModule[name].table, [name, 'dashboard'] as const])),
  activities: ['activities'],
  addresses: ['addresses'],
  albums: ['gallery'],
  media: ['media'],
  // The scaled versions of a picture are ready some time after its upload.
  pictures: ['media'],
  // The list of users also shows sign-ins, second factors and deactivations.
  security_events: ['security', 'users'],
  site_settings: ['settings', 'site', 'onboarding'],
  starter_rows: ['onboarding'],
  trash_items: ['trash'],
  users: ['users', 'dashboard'],
  versions: ['versions'],
};

function partsFor(role: Role): PanelPart[] {
  return panelParts.filter((part) => grantOf[part] === null || hasGrant(role, grantOf[part]));
}

/** Returns the parts that the events of `tablesChangedTopic` have changed. `texts` are the texts of these events. */
export function changedPanelParts(parts: readonly PanelPart[], texts: Iterable<string>): PanelPart[] {
  const tables = new Set([...texts].flatMap((text) => readTablesChanged(text).tables));
  if (tables.has('*')) return [...parts];
  const changed = new Set([...tables].flatMap((table) => partsOfTable[table] ?? []));
  return parts.filter((part) => changed.has(part));
}

interface PanelState {
  /** Null if the inbox has not changed, and for roles that do not see it. */
  inbox: InboxSummary | null;
  /** The modules in which somebody opened or closed a form, or in which unsaved input appeared or disappeared. */
  edited: (typeof editedKinds)[number][];
  /** The parts of the API whose answers may have changed. Parts that the viewer may not see are left out. */
  changed: (PanelPart | 'inbox')[];
  /** The changed messages if `changed` contains 'inbox'. Null if any message may have changed. */
  messages: number[] | null;
}

/**
 * Yields what has changed: the state of the inbox, the viewer's modules in which editing has changed, and the parts of
 * the panel. The first event follows at once, unless the client already has the current state of the inbox.
 * @throws {TooManyTries} before the first event, when too many streams are open
 */
function watchPanel(
  ctx: SignedInContext,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncIterable<TrackedEnvelope<PanelState>> {
  const topics = [...(hasInbox(ctx) ? [inboxChangedTopic] : []), presenceChangedTopic, tablesChangedTopic];
  return states(ctx, ctx.live.follow(ctx, topics, signal), lastEventId);
}

const hasInbox = ({ viewer }: SignedInContext) => hasGrant(viewer.role, 'inbox:manage');

async function* states(
  ctx: SignedInContext,
  wakeUps: AsyncIterable<StreamWakeUp>,
  lastEventId: string | undefined,
) {
  const own = editedKinds.filter((name) => hasGrant(ctx.viewer.role, `${name}:manage`));
  const parts = partsFor(ctx.viewer.role);
  let lastId = lastEventId;
  let isFirst = true;
  for await (const { reason, news } of wakeUps) {
    const state = hasInbox(ctx) ? await readInboxSummary(ctx) : null;
    const id = nameOf(state);
    const edited = own.filter((name) => news.get(presenceChangedTopic)?.has(name));
    // The reason `maybe` means that events may have been lost, so all parts count as changed. Not at the first event:
    // the client then reloads outdated data by itself.
    const isAnyLost = reason === 'maybe' && !isFirst;
    const changed: PanelState['changed'] = isAnyLost
      ? [...parts]
      : changedPanelParts(parts, news.get(tablesChangedTopic) ?? []);
    // A message may have changed without the counts.
    if (state && (isAnyLost || news.has(inboxChangedTopic))) changed.push('inbox');
    const texts = news.get(inboxChangedTopic);
    const messages = texts && !isAnyLost ? readChangedMessages(texts) : null;
    const inbox = id !== lastId || changed.includes('inbox') ? state : null;
    if (id !== lastId || edited.length > 0 || changed.length > 0)
      yield tracked(id, { inbox, edited, changed, messages });
    lastId = id;
    isFirst = false;
  }
}

const nameOf = (state: InboxSummary | null) => (state ? `${state.newest ?? 0}-${state.unread}` : 'none');

export const panelRouter = router({
  live: procedureWithGrant('panel:follow')
    .input(LiveInput)
    .subscription(({ ctx, input, signal }) => watchPanel(ctx, input.lastEventId, signal)),
});
