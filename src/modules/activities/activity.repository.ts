import { type ListPage, listOf } from '../../database/list.ts';
import type { Reader } from '../../database/work.ts';
import { type ActivityModule, type ActivityType, pageSizes } from '../../shared/catalog.ts';
import type { Changes } from '../../shared/difference.ts';
import type { ActivityQuery } from './activity.schema.ts';

/** A row as either driver gives it; an entity fits too. */
export interface ActivityRow {
  id: number;
  type: ActivityType;
  module?: ActivityModule | null;
  description: string;
  user_name: string;
  created_at: Date | number;
  metadata: Record<string, unknown> | string;
  changes?: Changes | string | null;
  is_verified: boolean | number;
}

const columns = [
  'id',
  'type',
  'module',
  'description',
  'user_name',
  'created_at',
  'metadata',
  'changes',
  'is_verified',
] as const;

const activities = listOf<ActivityRow>({ name: 'activities', columns, pageSize: pageSizes.activities });

/** One page of the log, newest first. */
export function readActivities(
  read: Reader,
  { type, module, ...query }: ActivityQuery,
): Promise<ListPage<ActivityRow>> {
  return activities.page(read, query, { type, module });
}
