import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../database/columns.ts';

export const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.integer().primary(),
    name: textColumn('writing'),
    url: textColumn('writing'),
    /** Another version of the program may have stored events that this one lacks. */
    events: jsonColumn<string[]>('nothing'),
    /** Sealed. Null after the sealing key was lost. */
    secret: textColumn('secret').nullable(),
    /** The secret before this one, which signs too for a day. */
    old_secret: textColumn('secret').nullable(),
    secret_replaced_at: p.datetime().nullable(),
    is_active: p.boolean().default(true),
    /** Why the program has switched it off. */
    off_reason: textColumn('nothing').nullable(),
    /** Since when no delivery has succeeded. Null after a success. */
    failing_since: p.datetime().nullable(),
    /** Who created it, and gets the mail when it is switched off. Not a reference: the webhook outlives the account. */
    user_id: p.integer().nullable(),
    created_at: p.datetime(),
  },
});

/** The address of another program that is told of changes. */
export class Webhook extends WebhookSchema.class {}

WebhookSchema.setClass(Webhook);

type DeliveryState = 'waiting' | 'delivered' | 'failed';

export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  indexes: [
    { properties: ['webhook', 'item', 'state', 'id'] },
    { properties: ['webhook', 'state', 'next_try_at'] },
    { properties: ['state', 'id'] },
  ],
  properties: {
    id: p.integer().primary(),
    webhook: () => p.manyToOne(Webhook).mapToPk().fieldName('webhook_id').deleteRule('cascade').index(),
    /** The `webhook-id` of all tries, by which receivers recognise a repeated delivery. */
    event_id: textColumn('nothing'),
    type: textColumn('nothing'),
    /** Such as `blog:7`. Deliveries about the same item arrive in the order of their ids. */
    item: textColumn('nothing'),
    /** The body. It names a row by its id and path, and has none of its texts. */
    payload: textColumn('nothing'),
    state: textColumn('nothing').$type<DeliveryState>().default('waiting'),
    tries: p.integer().default(0),
    /** When the next try is due, or the lease of the current one ends. ISO 8601, so that rows sort by this text. */
    next_try_at: textColumn('nothing'),
    created_at: textColumn('nothing'),
    done_at: textColumn('nothing').nullable(),
    /** Of the last try: the status of the answer, what went wrong in words, and how long it took. */
    status: p.integer().nullable(),
    error: textColumn('nothing').nullable(),
    took_ms: p.integer().nullable(),
  },
});

/** An event for one webhook. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}

WebhookDeliverySchema.setClass(WebhookDelivery);
