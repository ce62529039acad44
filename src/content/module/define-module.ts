import type { EntityClass } from '@mikro-orm/core';
import { positionKey, type StoredRow } from '../../database/columns.ts';
import type { FilteredTable } from '../../database/list/filters.ts';
import { type TableReader, tableReaderOf, type TableFilter } from '../../database/list/table.ts';
import type { Ctx, Reader } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { ActivitySubject } from '../../log/activities.ts';
import { mediaIdsByColumn, hasPictureColumns } from '../../shared/blocks/row-values.ts';
import { listedColumns } from '../../shared/columns.ts';
import {
  type Columns,
  type ColumnValue,
  type ColumnValues,
  type GroupColumn,
  isOptionalDay,
  type KeyOf,
  type ListedColumn,
  type NewValues,
} from '../../shared/column-types.ts';
import { type ActivityModule, factsOf, type ModuleName } from '../../shared/module-facts.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { storedValuesOf } from '../../shared/settings/choices.ts';
import type { ContentKind } from '../content-kind.ts';
import { readRow } from '../operations/read.ts';
import { dueMomentsLogger } from '../schedule-log.ts';
import { transferContentOf } from './transfer-content.ts';
import { expectKnownBlocks, requireAllValues, requireDescribedPictures } from './references.ts';
import { type EntityRules, entityOf, type Row } from './entity-of.ts';
import {
  type FilterKey,
  isLeftOut,
  valueOfOlderRows,
  pictureColumnOf,
  type RowView,
  rowViewOf,
} from './fields-of.ts';
import type { AnyRow, AnyView, ModuleKind } from './module-kind.ts';
import { scheduleColumnsOf } from './schedule-columns.ts';
import { proceduresOf, type OpenApiSummaries } from './procedures-of.ts';
import { showForCaller } from './program-rows.ts';
import { type ModuleFilter, type PublicRowView, type RowStats, schemasOf } from './schemas-of.ts';
import { completeStoredResponse, type ShowRowCtx, showRow, showRows } from './shown-rows.ts';

interface ModuleRules<C extends Columns, K extends FilterKey<C>, G extends KeyOf<C, GroupColumn>>
  extends EntityRules<C> {
  missing: string;
  /** The columns that the activity log stores with each entry. */
  logged: readonly (keyof C & string)[];
  summaries: OpenApiSummaries;
  /** The maximum size of a form without its picture, if the default is too small. */
  textBytes?: number;
  lists: {
    filters: readonly K[];
    /** The statistics count rows by this column. */
    groups: G;
    /** Sorts by this column, in the order of its values in the settings, then by id. By default, the newest come first. */
    order?: KeyOf<C, ListedColumn>;
    /** By default, the column of `groups` has the group's value. */
    inGroup?(group: ColumnValue<C[G]> & string): Partial<ColumnValues<C>>;
    /** By default, the columns have exactly the values of the filter. */
    where?(filter: ModuleFilter<C, K>): TableFilter<RowView<C>>;
    count?(read: Reader, table: TableReader<RowView<C>>): Promise<RowStats<ColumnValue<C[G]> & string>>;
  };
}

export function defineModule<
  const N extends ModuleName,
  const C extends Columns,
  const K extends FilterKey<C>,
  const G extends KeyOf<C, GroupColumn>,
>(name: N, rules: ModuleRules<C, K, G>) {
  const { columns, missing, title, logged, lists, summaries, textBytes } = rules;
  const facts = factsOf(name);
  const schedule = scheduleColumnsOf({
    publicBy: facts.publicBy,
    schedule: facts.schedule,
    labelOf: (column) => columns[column]?.label ?? column,
  });
  const entity = entityOf(facts.entity, facts.table, schedule, rules, facts.position);
  const schemas = schemasOf<N, C, K, G>(columns, { ...lists, title }, facts);
  const { toView } = rowViewOf(columns, facts.position);
  const table = tableReaderOf<RowView<C>>({
    name: facts.table as FilteredTable,
    view: schemas.View,
    missing,
    pageSize: facts.pageSize,
    sortedBy: { [title]: 'sort_title' },
    nullable: facts.sorts.filter((name) => columns[name] && isOptionalDay(columns[name])),
    ...(lists.order && { order: lists.order }),
    position: facts.position,
  });
  const groups = columns[lists.groups] as GroupColumn;
  const picture = pictureColumnOf(columns);
  const subjectOf = (row: AnyRow, now: Date): ActivitySubject => ({
    id: row.id,
    label: String(row[title]),
    facts: Object.fromEntries(logged.map((key) => [key, row[key]])),
    isPublic: isPublicAt(facts, row, now),
    path: facts.folder && pathOfRow(facts, row),
  });
  const kind: ModuleKind = {
    entity: entity as EntityClass<AnyRow>,
    table: table as TableReader<AnyView>,
    toView: (row) => toView(row as StoredRow<RowView<C>>) as AnyView,
    module: facts.log as ActivityModule,
    columns,
    facts,
    title,
    picture,
    schedule,
    listed: listedColumns(columns),
    ...(facts.folder && { folder: facts.hasWholePaths ? '' : facts.folder }),
    ...(hasPictureColumns(columns) && { usesOf: (values: object) => mediaIdsByColumn(columns, values) }),
    subjectOf,
    write: (values, now) => entity.write(values as NewValues<C>, now) as AnyRow,
    withPicture: (values, path) => (picture && path !== undefined ? { ...values, [picture]: path } : values),
    expectReady: async (tx, row) => {
      schedule.requireOrder(row);
      const isPublic = facts.publicBy === null || (row as AnyRow)[facts.publicBy] === true;
      if (!isPublic) return;
      if (facts.publicBy !== null) requireAllValues(columns, row);
      await requireDescribedPictures({ read: tx.em.getKysely<Tables>() }, columns, row);
    },
    expectKnown: (row, before) => expectKnownBlocks(columns, row, before),
    fieldsOf: (row) =>
      Object.fromEntries(
        Object.entries(columns).flatMap(([key, column]) =>
          isLeftOut(column, row[key]) ? [] : [[key, row[key] ?? null]],
        ),
      ),
    earlier: (fields) => ({
      ...Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, valueOfOlderRows(column)])),
      sort_title: foldText(String(fields[title])),
      ...schedule.earlier(fields),
      ...(facts.position === 'first' && { [positionKey]: Date.parse(String(fields.created_at)) }),
    }),
    where: (filter) => (lists.where?.(filter as ModuleFilter<C, K>) ?? filter) as TableFilter<AnyView>,
    order: lists.order && (columns[lists.order] as ListedColumn).list,
    orderedWithin: lists.order,
    groups: lists.groups,
    count: (read, choices) =>
      lists.count?.(read, table) ??
      (groups.kind === 'choice'
        ? table.count(read, counted, groups.values)
        : table.count(read, counted, storedValuesOf(choices, groups.list), { hasOthers: true })),
  };
  const counted = lists.groups as keyof RowView<C> & string;
  return {
    ...schemas,
    rules: { columns, title, search: rules.search, filters: lists.filters, groups: lists.groups },
    entity,
    table,
    kind: kind as ContentKind<Row<C>, RowView<C>>,
    toView,
    /** @throws {NotFound} when the row does not exist or does not match `where` */
    get: (ctx: Ctx, id: number, where?: TableFilter<RowView<C>>) =>
      showRow(kind, ctx, readRow(kind, ctx, id, where)) as Promise<PublicRowView<C>>,
    show: (ctx: ShowRowCtx, view: RowView<C> | Promise<RowView<C>>) =>
      showRow(kind, ctx, view) as Promise<PublicRowView<C>>,
    showAll: (ctx: ShowRowCtx, views: readonly RowView<C>[]) =>
      showRows(kind, ctx, views) as Promise<PublicRowView<C>[]>,
    /** Adds what a response lacks that an earlier version of the program stored. */
    complete: (ctx: Pick<Ctx, 'now'>, row: PublicRowView<C>) =>
      completeStoredResponse(kind, ctx, row) as PublicRowView<C>,
    showForCaller: (ctx: Parameters<typeof showForCaller>[1], row: Promise<PublicRowView<C>>) =>
      showForCaller(kind, ctx, row as Promise<AnyView>) as Promise<PublicRowView<C>>,
    /** Undefined for a module without a schedule. */
    logDueMoments: dueMomentsLogger(kind),
    content: transferContentOf(kind, schemas),
    procedures: proceduresOf<N, C, K, G>(kind, {
      name,
      schemas,
      groups,
      summaries,
      textBytes,
      inGroup: (group) => lists.inGroup?.(group as ColumnValue<C[G]> & string) ?? { [lists.groups]: group },
    }),
  };
}
