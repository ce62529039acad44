import { LockMode } from '@mikro-orm/core';
import { sendEvent } from '../../database/events/events.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { insertRow, inTransaction } from '../../database/transaction.ts';
import { Webhook, WebhookDelivery } from '../../log/webhook.entity.ts';
import { deliveriesQueuedTopic } from '../../log/webhook-queue.ts';
import type { SecurityEventType } from '../../shared/security-events.ts';
import { Conflict, NotFound, RuleBroken } from '../../shared/errors.ts';
import { pingEvent } from '../../shared/webhook-events.ts';
import type { Context } from '../../trpc/context.ts';
import { recordSecurityEvent, type SecurityLogCtx } from '../security-log/security-event.ts';
import { type DeliveryCtx, leaseMs, trySending } from './deliveries.ts';
import { findUrlProblem } from './guarded-post.ts';
import { createWebhookSecret, openWebhookSecrets, sealWebhookSecret } from './webhook-secret.ts';
import type { DeliveryView, WebhookInput, WebhookPatch, WebhookView } from './webhooks.schema.ts';

const maxWebhooks = 20;
const shownDeliveries = 100;

type WebhookCtx = SignedInCtx & SecurityLogCtx & Pick<Context, 'secrets' | 'webhookHosts'>;

export async function listWebhooks({ em }: WebhookCtx): Promise<WebhookView[]> {
  const webhooks = await em.find(Webhook, {}, { orderBy: { id: 'asc' } });
  return Promise.all(webhooks.map((webhook) => toView({ em: em.fork() }, webhook)));
}

/** @throws {RuleBroken} for an address that is not public · {Conflict} at 20 webhooks */
export async function createWebhook(
  ctx: WebhookCtx,
  { name, url, events }: WebhookInput,
): Promise<{ webhook: WebhookView; secret: string }> {
  expectPublicUrl(ctx, url);
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    if ((await tx.em.count(Webhook)) >= maxWebhooks)
      throw new Conflict(`There are ${maxWebhooks} webhooks already. Delete one that is no longer used.`);
    const secret = createWebhookSecret();
    const webhook = Object.assign(new Webhook(), {
      name,
      url,
      events: [...new Set(events)],
      secret: null,
      old_secret: null,
      secret_replaced_at: null,
      is_active: true,
      off_reason: null,
      failing_since: null,
      user_id: tx.viewer.id,
      created_at: tx.now,
    });
    await insertRow(tx, Webhook, webhook);
    // Its place has the id.
    const sealed = await sealWebhookSecret(tx, ctx.secrets, webhook.id, secret);
    await tx.em.nativeUpdate(Webhook, { id: webhook.id }, { secret: sealed });
    await record(tx, 'webhook_made', webhook, { url, events: webhook.events });
    return { webhook: await toView(tx, webhook), secret };
  });
}

/** Switching it on sends what waits. @throws {NotFound} · {RuleBroken} for an address that is not public */
export async function changeWebhook(
  ctx: WebhookCtx,
  { id, name, url, events, is_active }: WebhookPatch,
): Promise<WebhookView> {
  if (url !== undefined) expectPublicUrl(ctx, url);
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (is_active && openWebhookSecrets(ctx.secrets, webhook, ctx.now).length === 0)
      throw new Conflict('The secret of this webhook is lost. Replace it first.');
    const before = { ...webhook, events: webhook.events.join(' ') };
    Object.assign(webhook, {
      name: name ?? webhook.name,
      url: url ?? webhook.url,
      events: events ? [...new Set(events)] : webhook.events,
      is_active: is_active ?? webhook.is_active,
      // A week begins again.
      ...(is_active && { off_reason: null, failing_since: null }),
    });
    await tx.em.flush();
    const after = { ...webhook, events: webhook.events.join(' ') };
    const changed = (['name', 'url', 'events', 'is_active'] as const).filter(
      (key) => after[key] !== before[key],
    );
    if (changed.length > 0) {
      const changes = Object.fromEntries(changed.map((key) => [key, after[key]]));
      await record(tx, 'webhook_changed', webhook, changes);
      await sendEvent(tx, deliveriesQueuedTopic);
    }
    return toView(tx, webhook);
  });
}

/** With its deliveries. @throws {NotFound} */
export async function removeWebhook(ctx: WebhookCtx, id: number): Promise<void> {
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    await tx.em.nativeDelete(Webhook, { id });
    await record(tx, 'webhook_deleted', webhook);
  });
}

/** @throws {NotFound} · {Conflict} when it is lost */
export async function showSecret(ctx: WebhookCtx, id: number): Promise<string> {
  const webhook = await ctx.em.findOne(Webhook, { id });
  if (!webhook) throw new NotFound(missing);
  const [secret] = openWebhookSecrets(ctx.secrets, { ...webhook, old_secret: null }, ctx.now);
  if (!secret) throw new Conflict('The secret of this webhook is lost. Replace it.');
  await record(ctx, 'webhook_secret_shown', webhook);
  return secret;
}

/** For a day, deliveries have signatures by both. @throws {NotFound} */
export async function replaceSecret(ctx: WebhookCtx, id: number): Promise<string> {
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    const secret = createWebhookSecret();
    Object.assign(webhook, {
      secret: await sealWebhookSecret(tx, ctx.secrets, id, secret),
      old_secret: webhook.secret,
      secret_replaced_at: tx.now,
    });
    await tx.em.flush();
    await record(tx, 'webhook_secret_replaced', webhook);
    return secret;
  });
}

/** Waits for the result. A test is not tried again. Works for a webhook that is off, too. @throws {NotFound} */
export async function testWebhook(
  ctx: WebhookCtx & Omit<DeliveryCtx, 'em'>,
  id: number,
): Promise<DeliveryView> {
  const webhook = await ctx.em.findOne(Webhook, { id });
  if (!webhook) throw new NotFound(missing);
  const at = ctx.now.toISOString();
  const event = crypto.randomUUID().replaceAll('-', '');
  const delivery = Object.assign(new WebhookDelivery(), {
    webhook: webhook.id,
    event_id: `msg_${event}`,
    type: pingEvent,
    item: `${pingEvent}:${event}`,
    payload: JSON.stringify({ type: pingEvent, timestamp: at, data: { webhook: webhook.name } }),
    state: 'waiting',
    // Claimed from the beginning, so that it is sent here and nowhere else.
    tries: 1,
    next_try_at: new Date(ctx.now.getTime() + leaseMs).toISOString(),
    created_at: at,
    done_at: null,
    status: null,
    error: null,
    took_ms: null,
  } as const);
  const em = ctx.em.fork();
  await em.persist(delivery).flush();
  await trySending(ctx, webhook, delivery);
  return toDeliveryView((await ctx.em.fork().findOne(WebhookDelivery, delivery.id)) ?? delivery);
}

/** @throws {NotFound} */
export async function listDeliveries({ em }: WebhookCtx, id: number): Promise<DeliveryView[]> {
  if ((await em.count(Webhook, { id })) === 0) throw new NotFound(missing);
  const rows = await em.find(
    WebhookDelivery,
    { webhook: id },
    { orderBy: { id: 'desc' }, limit: shownDeliveries },
  );
  return rows.map(toDeliveryView);
}

/** With the same `webhook-id`. @throws {NotFound} · {Conflict} while it waits, or the webhook is off */
export async function repeatDelivery(ctx: WebhookCtx, id: number): Promise<void> {
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const delivery = await tx.em.findOne(WebhookDelivery, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const webhook = delivery && (await tx.em.findOne(Webhook, { id: delivery.webhook }));
    if (!delivery || !webhook) throw new NotFound('There is no such delivery. They are kept for 30 days.');
    if (delivery.state === 'waiting') throw new Conflict('This delivery still waits.');
    if (!webhook.is_active) throw new Conflict('The webhook is off. Switch it on first.');
    Object.assign(delivery, {
      state: 'waiting',
      tries: 0,
      next_try_at: tx.now.toISOString(),
      done_at: null,
    });
    await sendEvent(tx, deliveriesQueuedTopic);
  });
}

/** Returns the number of those that were on. An import sends no events, so receivers have to read everything again. */
export function switchOffBeforeImport(em: Ctx['em']): Promise<number> {
  const off_reason = 'Content was imported without events. Let the receiver read everything again.';
  return em.nativeUpdate(Webhook, { is_active: true }, { is_active: false, off_reason });
}

const missing = 'There is no such webhook.';

async function lockWebhook({ em }: WebhookCtx, id: number): Promise<Webhook> {
  const webhook = await em.findOne(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!webhook) throw new NotFound(missing);
  return webhook;
}

function expectPublicUrl({ webhookHosts }: WebhookCtx, url: string): void {
  const problem = findUrlProblem(url, webhookHosts);
  if (problem) throw RuleBroken.of('url', problem);
}

function record(
  ctx: SecurityLogCtx,
  type: SecurityEventType,
  { id, name }: Webhook,
  more: Record<string, unknown> = {},
): Promise<void> {
  return recordSecurityEvent(ctx, type, { details: { webhook: id, webhook_name: name, ...more } });
}

async function toView({ em }: Pick<WebhookCtx, 'em'>, webhook: Webhook): Promise<WebhookView> {
  const { id, name, url, events, is_active, off_reason = null, failing_since } = webhook;
  return {
    id,
    name,
    url,
    events,
    is_active,
    off_reason,
    failing_since: failing_since?.toISOString() ?? null,
    waiting: await em.count(WebhookDelivery, { webhook: id, state: 'waiting' }),
  };
}

function toDeliveryView(delivery: WebhookDelivery): DeliveryView {
  const { id, event_id, type, item, payload, state, tries, created_at } = delivery;
  const { next_try_at, status = null, error = null, took_ms = null } = delivery;
  return {
    id,
    event_id,
    type,
    item,
    payload,
    state,
    tries,
    created_at,
    next_try_at: state === 'waiting' ? next_try_at : null,
    status,
    error,
    took_ms,
  };
}
