import { createHmac, randomBytes } from 'node:crypto';
import type { Ctx } from '../../database/ctx.ts';
import type { Webhook } from '../../log/webhook.entity.ts';
import { webhookPlace, type Secrets } from '../../security/secrets.ts';

const prefix = 'whsec_';
/** For so long after it was replaced, a secret signs too. */
const oldSignsMs = 24 * 60 * 60_000;

export function createWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export function sealWebhookSecret(
  tx: Pick<Ctx, 'em'>,
  secrets: Pick<Secrets, 'seal'>,
  id: number,
  secret: string,
): Promise<string> {
  return secrets.seal(tx, webhookPlace(id), secret);
}

/** The current one first. Leaves out what no sealing key opens. */
export function openWebhookSecrets(
  secrets: Pick<Secrets, 'unseal'>,
  webhook: Pick<Webhook, 'id' | 'secret' | 'old_secret' | 'secret_replaced_at'>,
  now: Date,
): string[] {
  const { id, secret, old_secret, secret_replaced_at: replacedAt } = webhook;
  const isRecent = !!replacedAt && now.getTime() - replacedAt.getTime() < oldSignsMs;
  const sealed = [secret, isRecent ? old_secret : null].filter((value) => value != null);
  return sealed.flatMap((value) => {
    try {
      return [secrets.unseal(webhookPlace(id), value)];
    } catch {
      return [];
    }
  });
}

/** The headers of Standard Webhooks, with a signature by each secret. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
