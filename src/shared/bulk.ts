import { z } from 'zod';
import { maxBulkRows } from './enumerations.ts';
import { Id, maxId, wholeNumber } from './fields.ts';
import { cutList } from './list-fields.ts';

/** Without duplicates. */
export const RowIds = z
  .preprocess(
    (value: number[]) => cutList(value, maxBulkRows),
    z
      .array(Id, 'Ids must be a list of whole numbers')
      .min(1, 'Ids must have at least one entry')
      .max(maxBulkRows, `Ids may have at most ${maxBulkRows} entries`)
      .transform((ids) => [...new Set(ids)]),
  )
  .describe('The ids of the rows');

/** Takes back the last change of rows. `version` is that of the row after the change. */
export const UndoInput = z
  .object({
    rows: z
      .array(
        z
          .object({
            id: Id.describe('The id'),
            version: wholeNumber('Version', 1, maxId).describe('An older one is a 409'),
          })
          .meta({ title: 'ChangedRow' }),
        'Rows must be a list of ids and versions',
      )
      .min(1, 'Rows must have at least one entry')
      .max(maxBulkRows, `Rows may have at most ${maxBulkRows} entries`)
      .describe('The rows, each with the version that the change to undo has made'),
  })
  .meta({ title: 'ChangedRows' });
export type UndoTarget = z.output<typeof UndoInput>['rows'][number];

export const ByIds = z.object({ ids: RowIds }).meta({ title: 'RowIds' });

/** `unchanged`: the row already had the requested state. */
const outcomes = ['changed', 'unchanged', 'not_found'] as const;
type Outcome = (typeof outcomes)[number];

export const BulkResult = z
  .object({
    results: z
      .array(
        z
          .object({
            id: z.int().describe('The id'),
            outcome: z
              .enum(outcomes)
              .meta({ title: 'ChangeOutcome' })
              .describe('`changed`, `unchanged` if there was nothing to do, or `not_found`'),
            version: z.int().optional().meta({
              description: 'The version that the change made. By it, the change can be taken back.',
            }),
          })
          .meta({ title: 'Outcome' }),
      )
      .describe('The outcome for each row'),
  })
  .meta({ title: 'Outcomes' });
export type BulkResult = z.output<typeof BulkResult>;

interface Changed {
  outcome: 'changed';
  version: number;
}

/**
 * The results keep the order of `ids`. Rows are locked in the order of their ids, so that two calls cannot block each
 * other.
 */
export async function runForEachRow(
  ids: readonly number[],
  act: (id: number) => Promise<Outcome | Changed>,
): Promise<BulkResult> {
  const done = new Map<number, Outcome | Changed>();
  for (const id of ids.toSorted((a, b) => a - b)) done.set(id, await act(id));
  const results = ids.map((id) => {
    const result = done.get(id)!;
    return { id, ...(typeof result === 'string' ? { outcome: result } : result) };
  });
  return { results };
}
