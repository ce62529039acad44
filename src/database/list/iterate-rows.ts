import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader } from '../ctx.ts';
import { conditionOn, type Filter, matchReadableText, type ReadableRows } from './filters.ts';
import { containsWords, searchWords } from '../search/search-words.ts';

/** Reading and searching a batch takes a few milliseconds, even when its texts are long. */
const batchRows = 500;

interface ListedRow {
  id: number;
  created_at: Date | number;
}

/** Yields the matching rows, newest first, in batches, which saves memory and keeps the event loop free. */
export async function* iterateRows<Row extends ListedRow>(
  read: Reader,
  table: string,
  columns: readonly (keyof Row & string)[],
  { search, ...where }: Filter & { search?: string | undefined },
  readable?: ReadableRows,
): AsyncGenerator<Row> {
  let all = read
    .withTables<Record<string, ListedRow & Record<string, unknown>>>()
    .selectFrom(table)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  for (const [column, value] of Object.entries(where)) {
    if (value !== undefined) all = all.where(conditionOn(table, column, value));
  }
  const position = ({ created_at, id }: ListedRow) => sql`(${new Date(created_at)}, ${id})`;
  const words = search ? await searchWords(read, search) : undefined;
  for (let rows = all; ; ) {
    const last = await rows
      .select(['created_at', 'id'])
      .offset(batchRows - 1)
      .limit(1)
      .executeTakeFirst();
    let batch = rows.select(columns);
    if (last) batch = batch.where(sql<boolean>`(created_at, id) >= ${position(last)}`);
    if (words) batch = batch.where(matchReadableText(readable, (text) => containsWords(text, words)));
    yield* (await batch.execute()) as unknown as Row[];
    if (!last) return;
    rows = all.where(sql<boolean>`(created_at, id) < ${position(last)}`);
    await nextTurn();
  }
}
