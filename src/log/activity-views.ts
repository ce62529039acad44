import { toIsoTime } from '../database/columns.ts';
import type { Reader } from '../database/ctx.ts';
import { parseJsonColumn } from '../database/columns.ts';
import type { ReadableRows } from '../database/list/filters.ts';
import { iterateRows, type ListDefinition, readList } from '../database/list/list.ts';
import type { ListPage } from '../database/list/page.ts';
import type { FieldChanges } from '../shared/diff.ts';
import { pageSizes } from '../shared/enumerations.ts';
import { hasGrant } from '../shared/grants.ts';
import {
  type ActivityModule,
  activityModules,
  findModuleByLogName,
  logNameOfModule,
  recordedModuleNames,
} from '../shared/module-facts.ts';
import type { Role } from '../shared/roles.ts';
import type { ActivityQuery, ActivityView } from './activity.schema.ts';

function editableModulesOf(role: Role): ActivityModule[] {
  return recordedModuleNames.filter((name) => hasGrant(role, `${name}:manage`)).map(logNameOfModule);
}

/** For an entry without a known module, the role must be permitted to edit every module. */
export function mayEditModule(role: Role, module: string | null | undefined): boolean {
  const editable = editableModulesOf(role);
  const known = activityModules.find((name) => name === module);
  return known ? editable.includes(known) : editable.length === activityModules.length;
}

/** From SQLite, PostgreSQL or an entity. Another version of the program may have stored an unknown type or module. */
interface ActivityRow {
  id: number;
  type: string;
  module?: string | null;
  description: string;
  note?: string | null;
  user_id?: number | null;
  user_name: string;
  user_email?: string | null;
  created_at: Date | number;
  metadata: Record<string, unknown> | string;
  changes?: FieldChanges | string | null;
  is_verified: boolean | number;
  was_public: boolean | number;
  via?: string | null;
  item_id?: number | null;
  version_before?: number | null;
  version_after?: number | null;
  undoes?: number | null;
  undone_by?: number | null;
}

const verbs = new Map([
  ['create', 'Created'],
  ['update', 'Updated'],
  ['delete', 'Deleted'],
]);

interface Kind {
  type: string;
  module?: string | null;
}

/** For example `Updated blog post "…"`. An unknown type or module appears as stored. */
export function describeChange(
  { type, module }: Kind,
  label: string,
  verb = verbs.get(type) ?? type,
  noun = nounOf(module),
): string {
  // A quotation mark in a title must not make it look like more of the sentence.
  return `${verb} ${noun} "${label.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** For roles that may not read the entry's texts. */
export function describeHiddenChange({
  type,
  module,
  is_verified,
}: Kind & Pick<ActivityRow, 'is_verified'>): string {
  const verb = verbs.get(type) ?? type;
  const noun = nounOf(module);
  return is_verified ? `${verb} ${noun}: A draft` : `Reported: ${verb.toLowerCase()} ${noun}, a draft`;
}

function nounOf(module: string | null | undefined): string {
  return findModuleByLogName(module)?.noun ?? module ?? 'entry';
}

/** Only editors of the module see changed values, and texts about items that were not public. */
export function toActivityView(entry: ActivityRow, role: Role): ActivityView {
  const isHolder = mayEditModule(role, entry.module);
  const isOpen = isHolder || Boolean(entry.was_public);
  return {
    id: entry.id,
    type: entry.type,
    module: entry.module ?? null,
    description: isOpen ? entry.description : describeHiddenChange(entry),
    ...(isOpen && entry.note && { note: entry.note }),
    user_id: entry.user_id ?? null,
    user_name: entry.user_name,
    user_email: entry.user_email ?? null,
    ...(entry.via && { via: entry.via }),
    created_at: toIsoTime(entry.created_at),
    metadata: isOpen ? parseJsonColumn(entry.metadata) : {},
    verified: Boolean(entry.is_verified),
    ...(isHolder && entry.changes && { changes: parseJsonColumn(entry.changes) }),
    ...(isHolder && versionsOf(entry)),
  };
}

function versionsOf({ item_id, version_before, version_after, undoes, undone_by }: ActivityRow) {
  const all = { item_id, version_before, version_after, undoes, undone_by };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => typeof value === 'number'));
}

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
  'item_id',
  'version_before',
  'version_after',
  'undoes',
  'undone_by',
] as const;

const activities: ListDefinition = {
  name: 'activities',
  columns,
  pageSize: pageSizes.activities,
  cursors: 'usual order',
};

/** A search looks only at texts that the role may read. */
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

/** Undefined when the role may read everything. */
function readableBy(role: Role): ReadableRows | undefined {
  const values = editableModulesOf(role);
  return values.length < activityModules.length ? { column: 'module', values } : undefined;
}
