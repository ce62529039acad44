import { toIso } from '../../database/columns.ts';
import { toJson } from '../../database/dialect.ts';
import type { SecurityEventRow } from './security-event.repository.ts';
import type { SecurityEventView } from './security-event.schema.ts';

export function toSecurityEventView(row: SecurityEventRow): SecurityEventView {
  const { id, type, user_name, email, address } = row;
  const details = toJson<Record<string, unknown>>(row.details);
  return { id, type, user_name, email, address, details, created_at: toIso(row.created_at) };
}
