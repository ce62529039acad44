import { positionKey } from '../../database/columns.ts';
import type { FilteredTable } from '../../database/list/filters.ts';
import { type Table, tableOf, type Where } from '../../database/list/table.ts';
import type { Reader } from '../../database/operation.ts';
import { fold } from '../../database/search/search.ts';
import {
  type Columns,
  formattedIn,
  type GroupColumn,
  type KeyOf,
  type ListedColumn,
  listedColumns,
  mediaIn,
  referencesIn,
  type Value,
  type Words,
} from '../../shared/columns.ts';
import { type ActivityModule, factsOf, type ModuleName } from '../../shared/module-facts.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import { valuesOf } from '../../shared/settings/choices.ts';
import type { Used } from '../../pictures/media-uses.service.ts';
import { moverOf } from '../order.service.ts';
import { type Records, recordsOf } from '../records.service.ts';
import { settleOf } from '../settle.service.ts';
import { contentOf, type SiteContent } from './content-of.ts';
import { type EntityOf, type EntityRules, entityOf, type Row } from './entity-of.ts';
import { type FilterKey, oldValueOf, type ToView, type View, viewOf } from './fields-of.ts';
import type { Procedures } from './procedure-types.ts';
import { proceduresOf, type Summaries } from './procedures-of.ts';
import { scheduleKeeper } from './scheduled-rows.ts';
import { type Filter, type Schemas, type Stats, schemasOf } from './schemas-of.ts';
import { type Service, serviceOf } from './service-of.ts';

export interface ModuleRules<C extends Columns, K extends FilterKey<C>, G extends KeyOf<C, GroupColumn>>
  extends EntityRules<C> {
  missing: string;
  /** The columns whose values the log stores with each entry. */
  logged: readonly (keyof C & string)[];
  summaries: Summaries;
  /** The maximum size of a form without its picture, in bytes. Only set when the default is too small. */
  textBytes?: number;
  lists: {
    filters: readonly K[];
    /** The statistics count rows by this column. */
    groups: G;
    /** Sorts lists by the position of this column's value in its list, then by id. Default: newest first. */
    order?: KeyOf<C, ListedColumn>;
    /** Returns what makes a row belong to a group. By default, its column has that value. */
    inGroup?(group: Value<C[G]> & string): Partial<Words<C>>;
    /** Returns the condition for a filter. By default, the columns must have exactly the given values. */
    where?(filter: Filter<C, K>): Where<View<C>>;
    count?(read: Reader, table: Table<View<C>>): Promise<Stats<Value<C[G]> & string>>;
  };
}

export interface DefinedModule<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends KeyOf<C, GroupColumn>,
> extends Schemas<C, K>,
    Service<C, K> {
  rules: Pick<ModuleRules<C, K, G>, 'columns' | 'title' | 'search'> & {
    filters: readonly K[];
    groups: G;
  };
  entity: EntityOf<C>;
  table: Table<View<C>>;
  rows: Records<View<C>, Row<C>>;
  toView: ToView<C>;
  /** Reports the moments that have passed. Undefined without a schedule. */
  settle: ReturnType<typeof settleOf>;
  content: SiteContent;
  procedures: Procedures<N, C, K, G>;
}

/** Creates a module's entity, service and procedures from its facts, columns and rules. */
export function defineModule<
  const N extends ModuleName,
  const C extends Columns,
  const K extends FilterKey<C>,
  const G extends KeyOf<C, GroupColumn>,
>(name: N, rules: ModuleRules<C, K, G>): DefinedModule<N, C, K, G> {
  const { columns, missing, title, logged, lists } = rules;
  const facts = factsOf(name);
  const keeper = scheduleKeeper({
    ...{ publicBy: facts.publicBy, schedule: facts.schedule },
    labelOf: (column) => columns[column]?.label ?? column,
  });
  const entity = entityOf(facts.entity, facts.table, keeper, rules, facts.position);
  const schemas = schemasOf<C, K>(columns, lists, facts);
  const { View } = schemas;
  const { toView } = viewOf(columns, facts.position);
  const toViewOfRow = toView as unknown as (row: Row<C>) => View<C>;
  const table = tableOf<View<C>>({
    ...{ name: facts.table as FilteredTable, view: View, missing, pageSize: facts.pageSize },
    sortedBy: { [title]: 'sort_title' },
    ...(lists.order && { order: lists.order }),
    position: facts.position,
  });
  const hasUses = formattedIn(columns).length + mediaIn(columns).length > 0;
  const subjectOf = (row: Row<C>, now: Date) => {
    const stored = row as unknown as Record<string, unknown>;
    return {
      ...{ id: row.id, label: String(stored[title]) },
      facts: Object.fromEntries(logged.map((key) => [key, stored[key]])),
      isPublic: isPublicAt(facts, stored, now),
    };
  };
  const rows = recordsOf<View<C>, Row<C>>({
    entity,
    table,
    toView: toViewOfRow,
    module: facts.log as ActivityModule,
    listed: listedColumns(columns),
    references: referencesIn(columns),
    expectReady: (inside, row) => service.expectReady(inside, row),
    fieldsOf: (row) =>
      Object.fromEntries(
        Object.keys(columns).map((key) => [key, (row as unknown as Record<string, unknown>)[key] ?? null]),
      ),
    ...(hasUses && { usesOf: (values: object): Used => service.usedBy(values) }),
    ...(facts.folder && { folder: facts.folder }),
    subjectOf,
    earlier: (fields) => ({
      ...Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, oldValueOf(column)])),
      sort_title: fold(String(fields[title])),
      ...keeper.earlier(fields),
      ...(facts.position === 'first' && { [positionKey]: Date.parse(String(fields.created_at)) }),
    }),
  });
  const groups = columns[lists.groups] as unknown as GroupColumn;
  const counted = lists.groups as keyof View<C> & string;
  const service: Service<C, K> = serviceOf<C, K>({
    ...{ columns, entity, table, rows, toView, title, facts, keeper, groups: lists.groups },
    mover: moverOf<Row<C>>({ ...{ entity, facts, missing, subjectOf }, within: lists.order }),
    order: lists.order && (columns[lists.order] as unknown as ListedColumn).list,
    where: (filter) => lists.where?.(filter) ?? (filter as unknown as Where<View<C>>),
    count: (read, choices) =>
      lists.count?.(read, table) ??
      (groups.kind === 'choice'
        ? table.count(read, counted, groups.values)
        : table.count(read, counted, valuesOf(choices, groups.list), { hasOthers: true })),
  });
  const { summaries, textBytes } = rules;
  return {
    ...schemas,
    ...service,
    rules: { columns, title, search: rules.search, filters: lists.filters, groups: lists.groups },
    entity,
    table,
    rows,
    toView,
    settle: settleOf<Row<C>>({ entity, facts, subjectOf }),
    content: contentOf(name, { columns, entity, Input: schemas.Input, toView, keeper }),
    procedures: proceduresOf<N, C, K, G>(name, {
      ...{ columns, schemas, service, groups, summaries, textBytes },
      inGroup: (group) => lists.inGroup?.(group as never) ?? { [lists.groups]: group },
      groupName: lists.groups,
    }),
  };
}
