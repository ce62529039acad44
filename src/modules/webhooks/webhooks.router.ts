import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, procedureWithGrantAndStepUp, router } from '../../trpc/procedures.ts';
import { DeliveryView, WebhookInput, WebhookPatch, WebhookSecret, WebhookView } from './webhooks.schema.ts';
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  repeatDelivery,
  replaceSecret,
  showSecret,
  testWebhook,
} from './webhooks.ts';

const permitted = procedureWithGrant('webhooks:manage');
const guarded = procedureWithGrantAndStepUp('webhooks:manage');

/** No API token may call these: who may say where events go, could read on after the token was revoked. */
export const webhooksRouter = router({
  list: permitted
    .meta(rest('GET', '/admin/webhooks', 'List the webhooks'))
    .output(z.object({ webhooks: z.array(WebhookView).describe('The webhooks, the oldest first') }))
    .query(async ({ ctx }) => ({ webhooks: await listWebhooks(ctx) })),

  create: guarded
    .meta(rest('POST', '/admin/webhooks', 'Create a webhook', { status: 201 }))
    .input(WebhookInput)
    .output(WebhookSecret.extend({ webhook: WebhookView.describe('The webhook') }))
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),

  patch: guarded
    .meta(rest('PATCH', '/admin/webhooks/{id}', 'Change a webhook'))
    .input(WebhookPatch)
    .output(z.object({ webhook: WebhookView.describe('The webhook') }))
    .mutation(async ({ ctx, input }) => ({ webhook: await changeWebhook(ctx, input) })),

  remove: guarded
    .meta(rest('DELETE', '/admin/webhooks/{id}', 'Delete a webhook'))
    .input(ById)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await removeWebhook(ctx, input.id);
      return { success: true as const };
    }),

  secret: guarded
    .meta(rest('GET', '/admin/webhooks/{id}/secret', 'Show the secret of a webhook'))
    .input(ById)
    .output(WebhookSecret)
    .query(async ({ ctx, input }) => ({ secret: await showSecret(ctx, input.id) })),

  replaceSecret: guarded
    .meta(rest('POST', '/admin/webhooks/{id}/secret', 'Replace the secret of a webhook'))
    .input(ById)
    .output(WebhookSecret)
    .mutation(async ({ ctx, input }) => ({ secret: await replaceSecret(ctx, input.id) })),

  test: guarded
    .meta(rest('POST', '/admin/webhooks/{id}/test', 'Send a test to a webhook'))
    .input(ById)
    .output(z.object({ delivery: DeliveryView.describe('The test with its result') }))
    .mutation(async ({ ctx, input }) => ({ delivery: await testWebhook(ctx, input.id) })),

  deliveries: permitted
    .meta(rest('GET', '/admin/webhooks/{id}/deliveries', 'List the latest deliveries of a webhook'))
    .input(ById)
    .output(z.object({ deliveries: z.array(DeliveryView).describe('The last 100, the newest first') }))
    .query(async ({ ctx, input }) => ({ deliveries: await listDeliveries(ctx, input.id) })),

  repeat: guarded
    .meta(rest('POST', '/admin/webhooks/deliveries/{id}/repeat', 'Send a delivery again'))
    .input(ById)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await repeatDelivery(ctx, input.id);
      return { success: true as const };
    }),
});
