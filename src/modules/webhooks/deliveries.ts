import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { Webhook, WebhookDelivery } from '../../log/webhook.entity.ts';
import { hasCode } from '../../shared/errors.ts';
import { fnvHashOf } from '../../shared/fnv-hash.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import { pingEvent, siteChangedEvent } from '../../shared/webhook-events.ts';
import type { Context } from '../../trpc/context.ts';
import { queueMail } from '../outbox/queue.ts';
import { activeUserFilter, User } from '../users/user.ts';
import { AddressRefused, type LookupAll, postGuarded } from './guarded-post.ts';
import { openWebhookSecrets, signedHeaders } from './webhook-secret.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const answerWithinMs = 10 * second;
/** Longer than a try takes. */
export const leaseMs = minute;
const atOnce = 20;
const parallel = 4;
/** Between the tries, as the specification of Standard Webhooks proposes. */
const waitsMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const offAfterMs = 7 * day;

export type DeliveryCtx = Pick<Ctx, 'em'> &
  Pick<Context, 'clock' | 'secrets' | 'publicUrl' | 'siteSettings' | 'webhookHosts'> & {
    lookupAll?: LookupAll;
    /** Ends the tries that are running. Their leases end by themselves. */
    signal?: AbortSignal;
  };

/** Of each active webhook with waiting deliveries, when the next one is due. */
export async function findNextTries({ em }: Pick<Ctx, 'em'>): Promise<{ webhook_id: number; at: Date }[]> {
  const rows = await em
    .fork()
    .getKysely<Tables>()
    .selectFrom('webhooks')
    .where('is_active', '=', true)
    .select((eb) => [
      'webhooks.id',
      eb
        .selectFrom('webhook_deliveries as waiting')
        .whereRef('waiting.webhook_id', '=', 'webhooks.id')
        .where('waiting.state', '=', 'waiting')
        .select(({ fn }) => fn.min('waiting.next_try_at').as('at'))
        .as('at'),
    ])
    .execute();
  return rows.flatMap(({ id, at }) => (at === null ? [] : [{ webhook_id: id, at: new Date(at) }]));
}

/**
 * Sends all that is due to one webhook. A lease claims a delivery, so that one of several instances sends it. When a
 * process ends with the lease, the delivery is sent again with the same `webhook-id`.
 */
export async function sendDueDeliveries(ctx: DeliveryCtx, webhookId: number): Promise<void> {
  while (!ctx.signal?.aborted) {
    const { due, hasPostponed } = await findDue(ctx, webhookId);
    if (due.length === 0 && !hasPostponed) return;
    const rest = due.values();
    const sendRest = async () => {
      for (const { id, tries } of rest) await claimAndSend(ctx, id, tries);
    };
    await Promise.all(Array.from({ length: parallel }, sendRest));
  }
}

/**
 * The oldest delivery of each item that has a due one. Where that oldest one is not due, because it has failed or is
 * being sent, the later ones are postponed until it is, so that no look finds them again in vain.
 */
async function findDue(
  { em, clock }: DeliveryCtx,
  webhookId: number,
): Promise<{ due: { id: number; tries: number }[]; hasPostponed: boolean }> {
  const now = clock().toISOString();
  const db = em.fork().getKysely<Tables>();
  const waiting = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting');
  const isActive = await db
    .selectFrom('webhooks')
    .select('is_active')
    .where('id', '=', webhookId)
    .executeTakeFirst();
  if (!isActive?.is_active) return { due: [], hasPostponed: false };
  const items = await waiting
    .select('item')
    .where('next_try_at', '<=', now)
    .groupBy('item')
    .orderBy(({ fn }) => fn.min('id'))
    .limit(atOnce)
    .execute();
  if (items.length === 0) return { due: [], hasPostponed: false };
  const names = items.map(({ item }) => item);
  const oldest = await waiting
    .select(['id', 'tries', 'item', 'next_try_at'])
    .where(
      'id',
      'in',
      waiting
        .select(({ fn }) => fn.min('id').as('id'))
        .where('item', 'in', names)
        .groupBy('item'),
    )
    .orderBy('id')
    .execute();
  const [due, busy] = [true, false].map((isDue) => oldest.filter((one) => one.next_try_at <= now === isDue));
  for (const { id, item, next_try_at } of busy!) {
    await db
      .updateTable('webhook_deliveries')
      .set({ next_try_at })
      .where('webhook_id', '=', webhookId)
      .where('item', '=', item)
      .where('state', '=', 'waiting')
      .where('id', '>', id)
      .where('next_try_at', '<', next_try_at)
      .execute();
  }
  return { due: due!, hasPostponed: busy!.length > 0 };
}

async function claimAndSend(ctx: DeliveryCtx, id: number, tries: number): Promise<void> {
  const em = ctx.em.fork();
  const lease = new Date(ctx.clock().getTime() + leaseMs).toISOString();
  const claimed = await em.nativeUpdate(
    WebhookDelivery,
    { id, tries, state: 'waiting' },
    { tries: tries + 1, next_try_at: lease },
  );
  if (claimed === 0) return;
  const delivery = await em.findOne(WebhookDelivery, id);
  const webhook = delivery && (await em.findOne(Webhook, delivery.webhook));
  if (!delivery || !webhook) return;
  if (delivery.type === siteChangedEvent) {
    // Changes that are committed by now. The receiver reads the site after this moment, so one event is enough.
    const others = {
      webhook: webhook.id,
      type: siteChangedEvent,
      state: 'waiting' as const,
      id: { $gt: id },
    };
    await em.nativeDelete(WebhookDelivery, others);
  }
  await trySending(ctx, webhook, delivery);
}

/** For a claimed delivery, whose `tries` include this one. */
export async function trySending(
  ctx: DeliveryCtx,
  webhook: Webhook,
  delivery: WebhookDelivery,
): Promise<void> {
  const started = performance.now();
  const result = await post(ctx, webhook, delivery);
  // The server stops. Whether the receiver has it is unknown, so the next start sends it again.
  if (ctx.signal?.aborted && result.error !== null) return;
  const took_ms = Math.round(performance.now() - started);
  await recordResult(ctx, webhook, delivery, { ...result, took_ms });
}

interface TryResult {
  status: number | null;
  /** Null for a success. */
  error: string | null;
  retryAfter?: string | undefined;
}

async function post(ctx: DeliveryCtx, webhook: Webhook, delivery: WebhookDelivery): Promise<TryResult> {
  const { clock, secrets, publicUrl, webhookHosts, lookupAll, signal } = ctx;
  const { event_id: id, payload: body } = delivery;
  const at = clock();
  const tooLate = AbortSignal.timeout(answerWithinMs);
  try {
    const signing = openWebhookSecrets(secrets, webhook, at);
    if (signing.length === 0) return { status: null, error: 'Its secret is lost. Replace it' };
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Atrium (+${publicUrl})`,
      ...signedHeaders(signing, { id, at, body }),
    };
    const { status, retryAfter } = await postGuarded(webhook.url, headers, body, {
      privateHosts: webhookHosts,
      signal: signal ? AbortSignal.any([tooLate, signal]) : tooLate,
      lookupAll,
    });
    if (status >= 200 && status < 300) return { status, error: null };
    const isRedirect = status >= 300 && status < 400;
    const error = isRedirect ? `Redirects are not followed (${status})` : `The answer was ${status}`;
    return { status, error, retryAfter };
  } catch (error) {
    return {
      status: null,
      error: tooLate.aborted ? 'There was no answer within 10 seconds' : explain(error),
    };
  }
}

function explain(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  if (hasCode(error, /^(ENOTFOUND|EAI_AGAIN)$/)) return 'The name of the host is unknown';
  if (hasCode(error, /^ECONNREFUSED$/)) return 'Nothing accepts connections at this address';
  if (hasCode(error, /CERT|TLS|SSL/)) return 'The certificate of the address is not valid';
  return `The connection failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 200);
}

async function recordResult(
  ctx: DeliveryCtx,
  webhook: Webhook,
  delivery: WebhookDelivery,
  { status, error, took_ms, retryAfter }: TryResult & { took_ms: number },
): Promise<void> {
  const now = ctx.clock();
  const { id, tries, type } = delivery;
  const last = { status, error, took_ms };
  const ended = { ...last, done_at: now.toISOString() };
  if (error === null) {
    await endDelivery(ctx, delivery, { ...ended, state: 'delivered' });
    if (type !== pingEvent && webhook.failing_since)
      await ctx.em.fork().nativeUpdate(Webhook, { id: webhook.id }, { failing_since: null });
    return;
  }
  const waitMs = type === pingEvent ? undefined : findWait(id, tries, retryAfter);
  const em = ctx.em.fork();
  if (waitMs === undefined) await endDelivery(ctx, delivery, { ...ended, state: 'failed' });
  else {
    const next_try_at = new Date(now.getTime() + waitMs).toISOString();
    await em.nativeUpdate(WebhookDelivery, claimedBy(delivery), { ...last, next_try_at });
  }
  if (type === pingEvent) return;
  const failingSince = webhook.failing_since ?? now;
  if (!webhook.failing_since)
    await em.nativeUpdate(Webhook, { id: webhook.id, failing_since: null }, { failing_since: now });
  if (status === 410) return switchOff(ctx, webhook, 'The receiver answers that it is gone (410)');
  if (now.getTime() - failingSince.getTime() >= offAfterMs)
    return switchOff(ctx, webhook, `No delivery has arrived for a week. ${error}`);
}

/** The number of tries tells this one from a later one. */
function claimedBy({ id, tries }: WebhookDelivery) {
  return { id, tries, state: 'waiting' as const };
}

/** The next delivery about the item is then due at once. It may have been postponed. */
async function endDelivery(
  { em, clock }: DeliveryCtx,
  delivery: WebhookDelivery,
  ended: Partial<WebhookDelivery>,
): Promise<void> {
  const { webhook, item, type } = delivery;
  await em.fork().transactional(async (inside) => {
    if ((await inside.nativeUpdate(WebhookDelivery, claimedBy(delivery), ended)) === 0) return;
    // Others about the site wait for their ten seconds.
    if (type === siteChangedEvent) return;
    const next = await inside.findOne(
      WebhookDelivery,
      { webhook, item, state: 'waiting' },
      { orderBy: { id: 'asc' } },
    );
    const now = clock().toISOString();
    if (next && next.tries === 0 && next.next_try_at > now) next.next_try_at = now;
  });
}

/** A fifth more or less, so that several do not come at the same moment. Undefined after the last try. */
function findWait(id: number, tries: number, retryAfter: string | undefined): number | undefined {
  const waitMs = waitsMs[tries - 1];
  if (waitMs === undefined) return undefined;
  const spread = 0.8 + (0.4 * (fnvHashOf(`${id} ${tries}`) % 1000)) / 1000;
  const requestedMs = Number(retryAfter) * second;
  return Math.max(waitMs * spread, requestedMs > 0 ? Math.min(requestedMs, hour) : 0);
}

interface Reader {
  name: string;
  site: Pick<SiteSettings, 'company' | 'texts'>;
  publicUrl: string;
}

function webhookOffMail(
  { name: webhook, url }: Pick<Webhook, 'name' | 'url'>,
  { name, site: { company, texts }, publicUrl }: Reader,
): { subject: string; text: string } {
  const { subject, hello, webhookOff } = texts.accountMails;
  const text = [
    hello(name),
    webhookOff.text(webhook, new URL(url).host),
    webhookOff.next(`${publicUrl}/admin/webhooks`),
    company.name,
  ].join('\n\n');
  return { subject: subject(webhookOff.subject, company.name), text };
}

/** With a mail to the person who made it, or to all admins. */
async function switchOff(ctx: DeliveryCtx, { id, name, url, user_id }: Webhook, off_reason: string) {
  const site = await ctx.siteSettings.current();
  await ctx.em.fork().transactional(async (em) => {
    const active = { id, is_active: true };
    if ((await em.nativeUpdate(Webhook, active, { is_active: false, off_reason })) === 0) return;
    const maker = await em.findOne(User, { id: user_id ?? 0, role: 'admin', ...activeUserFilter });
    const people = maker ? [maker] : await em.find(User, { role: 'admin', ...activeUserFilter });
    const tx = { em, now: ctx.clock() };
    for (const { id: to, name: person, email, is_email_unconfirmed } of people) {
      if (is_email_unconfirmed) continue;
      const mail = webhookOffMail({ name, url }, { name: person, site, publicUrl: ctx.publicUrl });
      queueMail(tx, { address: email, user_id: to, ...mail });
    }
  });
}
