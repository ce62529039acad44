import { parseJsonColumn } from '../database/columns.ts';
import type { Ctx } from '../database/ctx.ts';
import { sendEvent } from '../database/events/events.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import type { Tables } from '../database/table-types.ts';
import type { FieldChanges } from '../shared/diff.ts';
import type { ActivityType } from '../shared/enumerations.ts';
import { type ActivityModule, findModuleByLogName } from '../shared/module-facts.ts';
import { messageReceivedEvent, settingsUpdatedEvent, siteChangedEvent } from '../shared/webhook-events.ts';

/** Wakes the sender after a commit that has queued deliveries. */
export const deliveriesQueuedTopic = 'webhook deliveries';

/** How long `site.changed` waits for further changes. */
const siteSettlesMs = 10_000;

interface WebhookEvent {
  type: string;
  item: string;
  data: Record<string, unknown>;
}

const siteChanged: WebhookEvent = { type: siteChangedEvent, item: 'site', data: {} };

const actsByType = { create: 'created', update: 'updated', delete: 'deleted' } as const;

interface ChangedRow {
  id: number;
  isPublic: boolean;
  /** Of its page. Absent for rows without one. */
  path?: string | undefined;
}

/** Call it in the transaction of the change, as the other functions here. */
export function queueRowEvents(
  tx: Pick<Ctx, 'em' | 'now'>,
  type: ActivityType,
  module: ActivityModule,
  row: ChangedRow,
  changes: FieldChanges = {},
): Promise<void> {
  const { name, publicBy, schedule } = findModuleByLogName(module)!;
  const changed = Object.keys(changes);
  const isPublic = row.isPublic && type !== 'delete';
  const event = {
    type: `${name}.${actsByType[type]}`,
    item: `${name}:${row.id}`,
    // Names of columns and no values, so that a receiver without a token learns nothing of a draft.
    data: { id: row.id, path: (isPublic && row.path) || null, is_public: isPublic, changed },
  };
  const publishing = [publicBy, schedule?.startColumn, schedule?.endColumn];
  const isSeen = row.isPublic || changed.some((column) => publishing.includes(column));
  return queueEvents(tx, isSeen ? [event, siteChanged] : [event]);
}

export function queueSettingsEvents(tx: Pick<Ctx, 'em' | 'now'>, group: string): Promise<void> {
  const event = { type: settingsUpdatedEvent, item: `settings:${group}`, data: { group } };
  return queueEvents(tx, [event, siteChanged]);
}

/** Only for a stored message that is not spam. */
export function queueMessageEvent(
  tx: Pick<Ctx, 'em' | 'now'>,
  { id, kind, about_id = null }: { id: number; kind: string; about_id?: number | null },
): Promise<void> {
  const data = { id, kind, about_id };
  return queueEvents(tx, [{ type: messageReceivedEvent, item: `inbox:${id}`, data }]);
}

/** For each active webhook that has chosen the event. */
async function queueEvents(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  events: readonly WebhookEvent[],
): Promise<void> {
  const db = em.getKysely<Tables>();
  const active = db.selectFrom('webhooks').select(['id', 'events']).where('is_active', '=', true);
  // Without the lock, a webhook that is deleted at this moment would make the change fail.
  const webhooks = await (isPostgresql(db) ? active.forKeyShare() : active).execute();
  if (webhooks.length === 0) return;
  const at = now.toISOString();
  const settled = new Date(now.getTime() + siteSettlesMs).toISOString();
  const queued = events.map(({ type, item, data }) => ({
    type,
    item,
    event_id: `msg_${crypto.randomUUID().replaceAll('-', '')}`,
    payload: JSON.stringify({ type, timestamp: at, data }),
    state: 'waiting' as const,
    tries: 0,
    next_try_at: type === siteChangedEvent ? settled : at,
    created_at: at,
  }));
  const rows = webhooks.flatMap(({ id, events: chosen }) => {
    const names = parseJsonColumn<string[]>(chosen);
    return queued
      .filter(({ type }) => names.includes(type))
      .map((delivery) => ({ webhook_id: id, ...delivery }));
  });
  if (rows.length === 0) return;
  await db.insertInto('webhook_deliveries').values(rows).execute();
  await sendEvent({ em }, deliveriesQueuedTopic);
}
