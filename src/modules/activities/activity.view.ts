import { toIso } from '../../database/columns.ts';
import { toJson } from '../../database/dialect.ts';
import type { ActivityRow } from './activity.repository.ts';
import type { ActivityView } from './activity.schema.ts';

/** What leaves the house of an entry, from a row or an entity. */
export function toActivityView(entry: ActivityRow): ActivityView {
  return {
    id: entry.id,
    type: entry.type,
    module: entry.module ?? null,
    description: entry.description,
    user_name: entry.user_name,
    created_at: toIso(entry.created_at),
    metadata: toJson(entry.metadata),
    verified: Boolean(entry.is_verified),
    ...(entry.changes && { changes: toJson(entry.changes) }),
  };
}
