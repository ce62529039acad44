import { NotFound } from '../../shared/errors.ts';
import { editableFields } from '../../shared/fields.ts';
import type { PageQuery } from '../../shared/pagination.ts';
import type { EditableView, StoredRow, WordsOf } from '../columns.ts';
import type { Reader } from '../operation.ts';
import { countRowsBy } from './capped-count.ts';
import type { AnyQuery, Filter, FilteredTable } from './filters.ts';
import { type ListPage, listOf } from './list.ts';

/** Values that columns must have; what is `undefined` is not asked for. Lists take only the columns they are counted by. */
export type Where<View> = { [K in keyof View]?: View[K] | undefined };

/** The reads of one table, past the entity manager. Each takes only rows with the values it is given. */
export interface Table<View> {
  /** One page, searched in `search_text`, and how many fit, counted up to 10,000. */
  page(read: Reader, query: PageQuery, where?: Where<View>): Promise<ListPage<StoredRow<View>>>;
  /** All rows, up to the newest 1,000 and 10 MB. */
  all(read: Reader, where?: Where<View>): Promise<StoredRow<View>[]>;
  /** @throws {NotFound} */
  get(read: Reader, id: number, where?: Where<View>): Promise<StoredRow<View>>;
  /** How many rows there are, and how many of each value of a column, however many. */
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
  name: FilteredTable;
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
  const list = listOf<Row>({ name, columns, pageSize, order });
  return {
    missing,
    words: columns.filter((column) => !(column in editableFields)) as (keyof WordsOf<View> & string)[],
    page: (read, query, where) => list.page(read, query, toFilter(where)),
    all: (read, where) => list.all(read, toFilter(where)),
    get: async (read, id, where) => {
      // The name and the columns are values here, which Kysely's types can not follow; `Table` says what comes out.
      const named: AnyQuery<object> = read.withTables<Record<string, object>>().selectFrom(name);
      const wanted = Object.entries({ ...toFilter(where), id }).reduce(
        (rows, [column, value]) => (value === undefined ? rows : rows.where(column, '=', value)),
        named,
      );
      const row = await wanted.select(columns).executeTakeFirst();
      if (!row) throw new NotFound(missing);
      return row as Row;
    },
    count: (read, column, values, where) => countRowsBy(read, name, column, values, toFilter(where)),
  };
}

/** SQLite binds no booleans; PostgreSQL reads `1` and `0` as text of a boolean. */
function toFilter<View>(where: Where<View> = {}): Filter {
  const spelled = Object.entries(where).map(([column, value]) => [
    column,
    typeof value === 'boolean' ? Number(value) : value,
  ]);
  return Object.fromEntries(spelled) as Filter;
}
