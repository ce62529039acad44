import type { TestContext } from 'vitest';

/** What a check counts; the room adds them up. */
export const counted = ['requests', 'kills', 'faults', 'acknowledged', 'lost'] as const;
export type Counted = (typeof counted)[number];

/** What a check has to tell: its counts, and other figures in words. */
export interface Figures extends Partial<Record<Counted, number>> {
  notes?: string[];
}

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures;
  }
}

/** Asked for by `npm run assure -- --short`: each check in a form that takes seconds. */
export const isShort = process.env.ASSURE_SHORT === '1';

/** The number that a check works with: the one it is meant to have, or the one of the short form. */
export function inForm(full: number, short: number): number {
  return isShort ? short : full;
}

/** Hands the figures of a check to the run, which writes them into `docs/records/assure.md`. What is counted twice is added up. */
export function tell({ task }: Pick<TestContext, 'task'>, { notes = [], ...counts }: Figures): void {
  const told = task.meta.figures ?? {};
  task.meta.figures = told;
  for (const [name, count] of Object.entries(counts) as [Counted, number][])
    told[name] = (told[name] ?? 0) + count;
  if (notes.length > 0) told.notes = [...(told.notes ?? []), ...notes];
}

/** The value that so large a share of the numbers does not exceed; 0 of none. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
