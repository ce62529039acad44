import { sql } from 'kysely';
import { NotFound } from '../shared/errors.ts';
import { editableFields } from '../shared/fields.ts';
import type { PageQuery } from '../shared/pagination.ts';
import type { EditableView, StoredRow, WordsOf } from './columns.ts';
import { type AnyQuery, countBy, type ListPage, readAll, readPage } from './list.ts';
import { contains } from './search.ts';
import type { Reader } from './work.ts';

/** Values that columns must have; what is `undefined` is not asked for. */
export type Where<View> = { [K in keyof View]?: View[K] | undefined };

/** The reads of one table, past the entity manager. Each takes only rows with the values it is given. */
export interface Table<View> {
  /** One page, searched in `search_text`, with the count of all that fit. */
  page(read: Reader, query: PageQuery, where?: Where<View>): Promise<ListPage<StoredRow<View>>>;
  /** All rows, up to the newest 1,000 and 10 MB. */
  all(read: Reader, where?: Where<View>): Promise<StoredRow<View>[]>;
  /** @throws {NotFound} */
  get(read: Reader, id: number, where?: Where<View>): Promise<StoredRow<View>>;
  /** How many rows there are, and how many of each value of a column. */
  count<T extends string>(
    read: Reader,
    column: keyof View & string,
    values: readonly T[],
    where?: Where<View>,
  ): Promise<{ total: number; by: Record<T, number> }>;
  /** The columns that people write. */
  words: (keyof WordsOf<View> & string)[];
  /** Said when no row has the id that was asked for. */
  missing: string;
}

interface TableOptions<View> {
  name: string;
  /** The schema of the view: its fields are the columns that are read. */
  view: { shape: Record<keyof View & string, unknown> };
  missing: string;
  pageSize: number;
  /** Sorted by the place of a column's value in a list, then by id; without it, newest first. */
  order?: { column: keyof View & string; values: readonly string[] };
}

/** Names a table whose rows are read for a view. */
export function tableOf<View extends EditableView>(options: TableOptions<View>): Table<View> {
  const { name, view, missing, pageSize, order } = options;
  type Row = StoredRow<View>;
  const columns = Object.keys(view.shape) as (keyof View & string)[];
  // The name and the columns are values here, which Kysely's types can not follow; `Table` says what comes out.
  const rowsWith = (read: Reader, where: Where<View> = {}): AnyQuery<object> =>
    Object.entries(where).reduce<AnyQuery<object>>(
      (rows, [column, value]) => (value === undefined ? rows : rows.where(column, '=', asColumn(value))),
      read.withTables<Record<string, object>>().selectFrom(name),
    );
  const withColumns = (rows: AnyQuery<object>) => rows.select(columns) as AnyQuery<Row>;
  const listed = (rows: AnyQuery<object>) =>
    order
      ? withColumns(rows).orderBy(placeIn(order.column, order.values)).orderBy('id')
      : withColumns(rows).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return {
    missing,
    words: columns.filter((column) => !(column in editableFields)) as (keyof WordsOf<View> & string)[],
    page: (read, query, where) => {
      const { search } = query;
      const all = rowsWith(read, where);
      const matching = search ? all.where((eb) => contains(eb, 'search_text', search)) : all;
      return readPage(read, { matching, rows: listed(matching), query, pageSize });
    },
    all: (read, where) => readAll(listed(rowsWith(read, where))),
    get: async (read, id, where) => {
      const [row] = await readAll(withColumns(rowsWith(read, where)).where('id', '=', id));
      if (!row) throw new NotFound(missing);
      return row;
    },
    count: (read, column, values, where) => {
      const counts = rowsWith(read, where)
        .select((eb) => [eb.ref(column).as('value'), eb.fn.countAll<number | string>().as('count')])
        .groupBy(column);
      return countBy(counts, values);
    },
  };
}

/** SQLite binds no booleans; PostgreSQL reads `1` and `0` as text of a boolean. */
function asColumn(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

function placeIn(column: string, values: readonly string[]) {
  const places = values.map((value, place) => sql`when ${value} then ${sql.lit(place)}`);
  return sql`case ${sql.ref(column)} ${sql.join(places, sql` `)} end`;
}
