import { toColumnMoment } from './dialect.ts';
import { amongReadable, type Readable } from './readable.ts';
import { contains } from './uncounted-list.ts';
import type { Reader } from './work.ts';

const batchRows = 500;

interface ListedRow {
  id: number;
  created_at: Date | number;
}

/**
 * Every row of a table that has the given values and holds the search's words, newest first, read in batches, so that a long
 * list fills no memory and holds up nobody; what is `undefined` is not asked for. With `readable` the search looks into the words
 * of some rows only.
 */
export async function* everyRow<Row extends ListedRow>(
  read: Reader,
  table: string,
  columns: readonly (keyof Row & string)[],
  { search, ...where }: Record<string, string | number | undefined> & { search?: string | undefined },
  readable?: Readable,
): AsyncGenerator<Row> {
  let rows = read
    .withTables<Record<string, ListedRow & Record<string, unknown>>>()
    .selectFrom(table)
    .select(columns);
  for (const [column, value] of Object.entries(where)) {
    if (value !== undefined) rows = rows.where(column, '=', value);
  }
  if (search) rows = rows.where(amongReadable(readable, (text) => contains(text, search)));
  const listed = rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(batchRows);
  let next = listed;
  for (;;) {
    const batch = (await next.execute()) as unknown as Row[];
    yield* batch;
    const last = batch.at(-1);
    if (!last || batch.length < batchRows) return;
    const moment = toColumnMoment(read, new Date(last.created_at));
    next = listed.where((eb) =>
      eb.or([eb('created_at', '<', moment), eb.and([eb('created_at', '=', moment), eb('id', '<', last.id)])]),
    );
  }
}
