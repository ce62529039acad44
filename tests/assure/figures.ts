import type { TestContext } from 'vitest';

/** The figures that the run adds up for each check. */
export const counted = ['requests', 'kills', 'faults', 'acknowledged', 'lost'] as const;
export type Counted = (typeof counted)[number];

/** The counts of a check, and further figures as text. */
export interface Figures extends Partial<Record<Counted, number>> {
  notes?: string[];
}

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures;
  }
}

/** Passes figures to the run, which writes them into `docs/records/assure.md`. Adds up repeated counts. */
export function tell({ task }: Pick<TestContext, 'task'>, { notes = [], ...counts }: Figures): void {
  const told = task.meta.figures ?? {};
  task.meta.figures = told;
  for (const [name, count] of Object.entries(counts) as [Counted, number][])
    told[name] = (told[name] ?? 0) + count;
  if (notes.length > 0) told.notes = [...(told.notes ?? []), ...notes];
}

/** Returns the smallest number that is not below the given share of them. 0 when there are none. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
