import { iterateRows } from '../database/list/iterate-rows.ts';
import { type List, readList } from '../database/list/list.ts';
import type { ListPage } from '../database/list/page.ts';
import type { ReadableRows } from '../database/list/readable-rows.ts';
import type { Reader } from '../database/ctx.ts';
import { pageSizes } from '../shared/enumerations.ts';
import { activityModules } from '../shared/module-facts.ts';
import type { Role } from '../shared/roles.ts';
import type { ActivityQuery } from './activity.schema.ts';
import type { ActivityRow } from './activity.view.ts';
import { editableModulesOf } from './editable-modules.ts';

const columns = [
  'id',
  'type',
  'module',
  'description',
  'note',
  'user_id',
  'user_name',
  'user_email',
  'created_at',
  'metadata',
  'changes',
  'is_verified',
  'was_public',
  'via',
] as const;

const activities: List = {
  name: 'activities',
  columns,
  pageSize: pageSizes.activities,
  cursors: 'usual order',
};

/** Returns a page of entries. A search looks only at texts that the role may read. */
export function readActivities(
  read: Reader,
  { type, module, ...query }: ActivityQuery,
  role: Role,
): Promise<ListPage<ActivityRow>> {
  return readList(read, activities, query, { type, module }, readableBy(role));
}

export function readEveryActivity(
  read: Reader,
  { type, module, search }: ActivityQuery,
  role: Role,
): AsyncGenerator<ActivityRow> {
  return iterateRows<ActivityRow>(read, 'activities', columns, { type, module, search }, readableBy(role));
}

/** Returns the condition for readable entries. Returns undefined when the role may read everything. */
function readableBy(role: Role): ReadableRows | undefined {
  const values = editableModulesOf(role);
  return values.length < activityModules.length ? { column: 'module', values } : undefined;
}
