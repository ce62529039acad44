import { z } from 'zod';
import { Timestamp } from '../../shared/fields.ts';

export const SampleContent = z.object({
  /** Starter rows that nobody has changed. */
  untouched: z.int(),
  /** Starter rows that somebody has changed. They are never removed. */
  changed: z.int(),
  /** What the latest removal has left in the trash; null if there is nothing to undo. */
  removed: z.object({ count: z.int(), at: Timestamp }).nullable(),
});
export type SampleContent = z.output<typeof SampleContent>;

export const Removal = z.object({ removed: z.int(), kept: z.int() });
export type Removal = z.output<typeof Removal>;

export const Restoration = z.object({ restored: z.int() });
export type Restoration = z.output<typeof Restoration>;
