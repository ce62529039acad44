import { toIso } from '../../database/columns.ts';
import type { Ctx } from '../../database/ctx.ts';
import { toJson } from '../../database/dialect.ts';
import { SecurityEvent } from './security-event.entity.ts';
import { readSecurityEvents, type SecurityEventRow } from './security-event.repository.ts';
import type { SecurityEventView, SecurityQuery } from './security-event.schema.ts';

const dayMs = 24 * 60 * 60 * 1000;

export async function listSecurityEvents(ctx: Ctx, query: SecurityQuery) {
  const { rows, meta } = await readSecurityEvents(ctx.read, query);
  return { events: rows.map(toView), meta };
}

function toView(row: SecurityEventRow): SecurityEventView {
  const { id, type, user_name, email, address } = row;
  const details = toJson<Record<string, unknown>>(row.details);
  return { id, type, user_name, email, address, details, created_at: toIso(row.created_at) };
}

export function forgetOldEvents({ em, now }: Pick<Ctx, 'em' | 'now'>, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs);
  return em.nativeDelete(SecurityEvent, { created_at: { $lt: before } });
}
