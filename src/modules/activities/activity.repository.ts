import { type ListPage, readPage } from '../../database/list.ts';
import { contains } from '../../database/search.ts';
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

/** One page of the log, newest first. */
export function readActivities(read: Reader, query: ActivityQuery): Promise<ListPage<ActivityRow>> {
  const { type, module, search } = query;
  let wanted = read
    .withTables<{ activities: ActivityRow & { search_text: string } }>()
    .selectFrom('activities');
  if (type) wanted = wanted.where('type', '=', type);
  if (module) wanted = wanted.where('module', '=', module);
  if (search) wanted = wanted.where((eb) => contains(eb, 'search_text', search));
  const rows = wanted.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(read, { matching: wanted, rows, query, pageSize: pageSizes.activities });
}
