import { toIsoTime, parseJsonColumn } from '../database/columns.ts';
import type { Reader, Viewer } from '../database/ctx.ts';
import {
  createdSinceFilterKey,
  createdUntilFilterKey,
  type Filter,
  type ReadableRows,
} from '../database/list/filters.ts';
import { iterateRows, type ListDefinition, readList } from '../database/list/list.ts';
import type { ListPage } from '../database/list/page.ts';
import type { FieldChanges } from '../shared/diff.ts';
import { pageSizes } from '../shared/enumerations.ts';
import { Forbidden, RuleBroken } from '../shared/errors.ts';
import { hasGrant } from '../shared/grants.ts';
import {
  type ActivityModule,
  activityModules,
  findModuleByLogName,
  logNameOfModule,
  recordedModuleNames,
} from '../shared/module-facts.ts';
import { includesScope } from '../shared/scopes.ts';
import type { ActivityQuery, ActivityView } from './activity.schema.ts';

type LogReader = Pick<Viewer, 'role' | 'token'>;

/** A token reads only the modules of its scopes. */
function editableModulesOf({ role, token }: LogReader): ActivityModule[] {
  return recordedModuleNames
    .filter((name) => hasGrant(role, `${name}:manage`))
    .filter((name) => !token || includesScope(token.scopes, `${name}:read`))
    .map(logNameOfModule);
}

/** For an entry without a known module, the viewer must be permitted to edit every module. */
export function mayEditModule(viewer: LogReader, module: string | null | undefined): boolean {
  const editable = editableModulesOf(viewer);
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
  call_id?: number | null;
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
export function toActivityView(entry: ActivityRow, viewer: LogReader): ActivityView {
  const isHolder = mayEditModule(viewer, entry.module);
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
    metadata: isOpen ? metadataOf(entry, isHolder) : {},
    verified: Boolean(entry.is_verified),
    ...(isHolder && entry.changes && { changes: parseJsonColumn(entry.changes) }),
    ...(isHolder && versionsOf(entry)),
  };
}

/** The row before a moved one may be a draft. */
function metadataOf({ metadata }: ActivityRow, isHolder: boolean): Record<string, unknown> {
  const { former_after, ...facts } = parseJsonColumn<Record<string, unknown>>(metadata);
  return { ...facts, ...(isHolder && former_after !== undefined && { former_after }) };
}

function versionsOf({ item_id, version_before, version_after, undoes, undone_by, call_id }: ActivityRow) {
  const all = { item_id, version_before, version_after, undoes, undone_by, call_id };
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
  'call_id',
] as const;

const activities: ListDefinition = {
  name: 'activities',
  columns,
  pageSize: pageSizes.activities,
  cursors: 'usual order',
};

type Filters = Pick<
  ActivityQuery,
  'type' | 'module' | 'user_id' | 'item_id' | 'since' | 'until' | 'verified' | 'search'
>;

/**
 * By the id of a row, only those who may edit it find entries.
 * @throws {RuleBroken} for an `item_id` without its module · {Forbidden} when the viewer may not edit the module
 */
function filterOf(viewer: LogReader, query: Filters): Filter {
  const { type, module, user_id, item_id, since, until, verified } = query;
  if (item_id !== undefined) {
    if (typeof module !== 'string')
      throw RuleBroken.of('module', 'An item is found by its module and its id.');
    if (!mayEditModule(viewer, module)) throw new Forbidden('Your role does not permit this.');
  }
  return {
    type,
    module,
    user_id,
    item_id,
    is_verified: verified,
    [createdSinceFilterKey]: since,
    [createdUntilFilterKey]: until,
  };
}

/** A search looks only at texts that the viewer may read. @throws the errors of `filterOf` */
export function readActivities(
  read: Reader,
  query: ActivityQuery,
  viewer: LogReader,
): Promise<ListPage<ActivityRow>> {
  return readList(read, activities, query, filterOf(viewer, query), readableBy(viewer));
}

/** @throws the errors of `filterOf` */
export function readEveryActivity(
  read: Reader,
  query: Filters,
  viewer: LogReader,
): AsyncGenerator<ActivityRow> {
  const filter = { ...filterOf(viewer, query), search: query.search };
  return iterateRows<ActivityRow>(read, 'activities', columns, filter, readableBy(viewer));
}

/** Undefined when the viewer may read everything. */
function readableBy(viewer: LogReader): ReadableRows | undefined {
  const values = editableModulesOf(viewer);
  return values.length < activityModules.length ? { column: 'module', values } : undefined;
}
