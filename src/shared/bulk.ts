import { z } from 'zod';
import { Id } from './fields.ts';

export const maxBulkRows = 100;

/** Cuts long lists before it checks their entries. */
export const RowIds = z.preprocess(
  (value: number[]) =>
    Array.isArray(value) && value.length > maxBulkRows ? value.slice(0, maxBulkRows + 1) : value,
  z
    .array(Id, 'Ids must be a list of whole numbers')
    .min(1, 'Ids must have at least one entry')
    .max(maxBulkRows, `Ids may have at most ${maxBulkRows} entries`)
    .transform((ids) => [...new Set(ids)]),
);

export const ByIds = z.object({ ids: RowIds });

/** `unchanged` means that the row already had the requested state. */
export const outcomes = ['changed', 'unchanged', 'not_found'] as const;
export type Outcome = (typeof outcomes)[number];

export const Outcomes = z.object({
  results: z.array(z.object({ id: z.int(), outcome: z.enum(outcomes) })),
});
export type Outcomes = z.output<typeof Outcomes>;

/** Processes rows in the order of their ids. Otherwise two calls could wait for each other's rows. */
export async function forEachRow(
  ids: readonly number[],
  act: (id: number) => Promise<Outcome>,
): Promise<Outcomes> {
  const done = new Map<number, Outcome>();
  for (const id of ids.toSorted((a, b) => a - b)) done.set(id, await act(id));
  return { results: ids.map((id) => ({ id, outcome: done.get(id)! })) };
}
