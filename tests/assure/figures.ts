import type { TestContext } from 'vitest';

/**
 * The names of the counts. Each count has a column in `docs/records/assure.md`, with a total over all checks.
 */
export const countNames = ['requests', 'kills', 'faults', 'acknowledged', 'lost'] as const;
export type CountName = (typeof countNames)[number];

/** The counts of a check, and further results as text in `notes`. */
export interface Figures extends Partial<Record<CountName, number>> {
  notes?: string[];
}

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures;
  }
}

/**
 * Adds figures to the result of the current test. The run writes them into `docs/records/assure.md`. A count
 * that is passed several times is added up.
 */
export function addFigures({ task }: Pick<TestContext, 'task'>, { notes = [], ...counts }: Figures): void {
  const told = task.meta.figures ?? {};
  task.meta.figures = told;
  for (const [name, count] of Object.entries(counts) as [CountName, number][])
    told[name] = (told[name] ?? 0) + count;
  if (notes.length > 0) told.notes = [...(told.notes ?? []), ...notes];
}

/**
 * Returns the number at the given share of the sorted numbers, for example the median at 0.5. Returns 0 for
 * an empty list.
 */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
