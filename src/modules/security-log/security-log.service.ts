import type { Ctx } from '../../database/ctx.ts';
import { SecurityEvent } from './security-event.entity.ts';
import { readSecurityEvents } from './security-event.repository.ts';
import type { SecurityQuery } from './security-event.schema.ts';
import { toSecurityEventView } from './security-event.view.ts';

const dayMs = 24 * 60 * 60 * 1000;

export async function listSecurityEvents(ctx: Ctx, query: SecurityQuery) {
  const { rows, meta } = await readSecurityEvents(ctx.read, query);
  return { events: rows.map(toSecurityEventView), meta };
}

export function forgetOldEvents({ em, now }: Pick<Ctx, 'em' | 'now'>, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs);
  return em.nativeDelete(SecurityEvent, { created_at: { $lt: before } });
}
