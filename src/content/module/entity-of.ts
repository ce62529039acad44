import { defineEntity, type EntityClass, type Opt, p } from '@mikro-orm/core';
import { editableColumns, positionKey, assignValues, textColumn } from '../../database/columns.ts';
import { searchableText } from '../../shared/blocks/row-values.ts';
import { foldText } from '../../shared/fold-text.ts';
import {
  type Columns,
  type ColumnValue,
  type ColumnValues,
  needsInitialValue,
  type NewValues,
} from '../../shared/column-types.ts';
import { columnKindOf } from './column-kinds.ts';
import { initialValueOf } from './fields-of.ts';
import type { ScheduleColumns } from './schedule-columns.ts';

export type Row<C extends Columns> = {
  id: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  search_text: string;
  /** The title in lower case without accents, for sorting. */
  sort_title: Opt<string>;
  /** The log contains the scheduled moments up to this time. Null while it lacks the publication. */
  announced_at?: Date | null;
  /** In modules whose new rows come last, null until staff move the row. */
  position?: number | null;
  /** Only in modules whose rows have pages. */
  is_in_sitemap?: Opt<boolean>;
  /** Also sets the values that follow from `values`. */
  revise(values: Partial<ColumnValues<C>>, now: Date): void;
} & { [K in keyof C]: C[K] extends LaterColumn ? Opt<ColumnValue<C[K]>> : ColumnValue<C[K]> };

/** A column with a default in the database. */
type LaterColumn = { isApart: true; kind: 'tick' | 'link' };

interface EntityOf<C extends Columns> extends EntityClass<Row<C>> {
  new (): Row<C>;
  prototype: Row<C>;
  write(values: NewValues<C>, now: Date): Row<C>;
}

export interface EntityRules<C extends Columns> {
  columns: C;
  title: keyof C & string;
  search: readonly (keyof C & string)[];
  /** Picture columns are always indexed. */
  indexes: readonly (readonly string[])[];
  /** Computes columns from the values of the others. @throws {RuleBroken} when values contradict each other */
  derive?(row: ColumnValues<C>): Partial<ColumnValues<C>> & { is_in_sitemap?: boolean };
}

interface AnyRow {
  [column: string]: unknown;
  created_at: Date;
  updated_at: Date;
  revise(values: object, now: Date): void;
}

/** MikroORM identifies entities by the name of their class, which is `name`. */
export function entityOf<C extends Columns>(
  name: string,
  tableName: string,
  schedule: ScheduleColumns,
  { columns, title, search, indexes, derive }: EntityRules<C>,
  newRows?: 'first' | 'last',
): EntityOf<C> {
  const entries = Object.entries(columns);
  const pictures = entries.filter(([, { kind }]) => kind === 'picture').map(([key]) => [key]);
  const optionalTexts = entries.filter(([, { kind }]) => kind === 'optionalText').map(([key]) => key);
  const omissible = entries.filter(([, column]) => needsInitialValue(column));
  const hasPages = entries.some(([, { kind }]) => kind === 'slug');
  const schema = defineEntity({
    name,
    tableName,
    indexes: [
      ...indexes,
      ['sort_title', 'id'],
      ['updated_at', 'id'],
      ...(hasPages ? [['slug']] : []),
      ...pictures,
    ].map((properties) => ({
      properties: properties as 'id'[],
      ...nameOf(tableName, properties),
    })),
    properties: {
      ...editableColumns(),
      ...Object.fromEntries(entries.map(([key, column]) => [key, columnKindOf(column).storage(column)])),
      search_text: textColumn('writing'),
      sort_title: textColumn('writing').default(''),
      ...(schedule.hasAnnouncements && { announced_at: p.datetime().nullable() }),
      ...(newRows === 'last' && { [positionKey]: p.double().nullable() }),
      ...(newRows === 'first' && { [positionKey]: p.double().default(0) }),
      ...(hasPages && { is_in_sitemap: p.boolean().default(true) }),
    },
  });
  const { [name]: Entity } = {
    // MikroORM types the class by the properties, which are general here.
    [name]: class extends (schema.class as unknown as new () => AnyRow) {
      static write(values: object, now: Date): AnyRow {
        const row = new Entity!();
        for (const [key, column] of omissible) row[key] = initialValueOf(column);
        row.created_at = now;
        if (newRows === 'first') row[positionKey] = now.getTime();
        row.revise(values, now);
        return row;
      }

      override revise(values: object, now: Date): void {
        const before = schedule.stateOf(this);
        assignValues<AnyRow>(this, values, now);
        schedule.derive(this, before, now);
        if (hasPages) this.is_in_sitemap = !this.is_hidden_from_search && !this.canonical_url;
        Object.assign(this, derive?.(this as ColumnValues<C>));
        for (const key of optionalTexts) this[key] ||= null;
        this.search_text = foldText(...search.map((key) => searchableText(columns, this, key)));
        this.sort_title = foldText(this[title] as string);
      }
    },
  };
  schema.setClass(Entity as never);
  return Entity as EntityOf<C>;
}

/** PostgreSQL cuts longer names, so MikroORM would not find the index. */
const maxName = 63;

function nameOf(table: string, properties: readonly string[]): { name?: string } {
  const name = `${table}_${properties.join('_')}_index`;
  return name.length > maxName ? { name: name.slice(0, maxName) } : {};
}
