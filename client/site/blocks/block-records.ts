import type { ApiOutputs } from '../../api/types.ts';

/** The rows of other modules that blocks show. */
export type BlockRecords = ApiOutputs['pages']['publishedOne']['page']['rows'];

/** Returns the rows with the given ids, in the order of the ids. Leaves out an id without a row. */
export function recordsInOrder<Row extends { id: number }>(
  rows: readonly Row[],
  ids: readonly number[],
): Row[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
