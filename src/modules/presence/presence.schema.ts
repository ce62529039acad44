import { z } from 'zod';
import { Id, Timestamp } from '../../shared/fields.ts';

const Opening = z.string().regex(/^[\w-]{8,64}$/, 'The name of the opening is not valid');

export const Opened = z.object({ item_id: Id, opening: Opening });
export type Opened = z.output<typeof Opened>;

export const Colleague = z.object({
  name: z.string(),
  is_here: z.boolean(),
  /** When the person's unsaved input was first stored. Null if there is no unsaved input. */
  unsaved_since: Timestamp.nullable(),
});
export type Colleague = z.output<typeof Colleague>;

export const Colleagues = z.object({ colleagues: z.array(Colleague) });
