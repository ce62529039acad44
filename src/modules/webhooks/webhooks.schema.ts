import { z } from 'zod';
import { booleanField, Id, oneLine, oneOf, Timestamp } from '../../shared/fields.ts';
import { webhookEvents } from '../../shared/webhook-events.ts';

const EventName = oneOf('Event', webhookEvents).meta({ title: 'WebhookEvent' });

export const WebhookInput = z.object({
  name: oneLine('Name', 60).describe('The name'),
  // Its other rules depend on the settings of the server.
  url: z.string('Address is required').describe('The address'),
  events: z
    .array(EventName, 'Events must be a list of names such as blog.updated')
    .min(1, 'Choose at least one event')
    .max(webhookEvents.length * 2, 'There are not so many events')
    .describe('What is sent'),
});
export type WebhookInput = z.output<typeof WebhookInput>;

export const WebhookPatch = WebhookInput.partial().extend({
  id: Id,
  is_active: booleanField('Active').optional().describe('Whether events are sent'),
});
export type WebhookPatch = z.output<typeof WebhookPatch>;

export const WebhookView = z
  .object({
    id: z.int().describe('The id'),
    name: z.string().describe('The name'),
    url: z.string().describe('The address'),
    events: z.array(z.string()).describe('What is sent'),
    is_active: z.boolean().describe('Whether events are sent'),
    off_reason: z.string().nullable().describe('Why it is off, or null'),
    failing_since: Timestamp.nullable().describe('Since when none has arrived, or null'),
    waiting: z.int().describe('How many deliveries wait'),
  })
  .meta({ title: 'Webhook' });
export type WebhookView = z.output<typeof WebhookView>;

export const WebhookSecret = z.object({
  secret: z.string().describe('The secret'),
});

export const DeliveryView = z
  .object({
    id: z.int().describe('The id'),
    event_id: z.string().describe('The `webhook-id`'),
    type: z.string().describe('The event'),
    item: z.string().describe('Such as `blog:7`'),
    payload: z.string().describe('The body'),
    state: z.string().describe('`waiting`, `delivered` or `failed`'),
    tries: z.int().describe('The number of tries'),
    created_at: Timestamp.describe('The time of the event'),
    next_try_at: Timestamp.nullable().describe('The time of the next try, or null'),
    status: z.int().nullable().describe('The last status, or null'),
    error: z.string().nullable().describe('What went wrong, or null'),
    took_ms: z.int().nullable().describe('How long the last try took'),
  })
  .meta({ title: 'WebhookDelivery' });
export type DeliveryView = z.output<typeof DeliveryView>;
