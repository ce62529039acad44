import { z } from 'zod';
import { Timestamp } from '../../shared/fields.ts';
import { PageMeta, PageQuery } from '../../shared/pagination.ts';

/** Something in the trash, as the list shows it. */
export const TrashView = z.object({
  /** Of the deleted row: it has the same again when it is restored. */
  id: z.int(),
  title: z.string(),
  deleted_at: Timestamp,
  /** The name of who deleted it. */
  deleted_by: z.string(),
  /** When it goes for good. */
  kept_until: Timestamp,
});
export type TrashView = z.output<typeof TrashView>;

export const TrashQuery = PageQuery;

export const TrashPage = z.object({ items: z.array(TrashView), meta: PageMeta });
export type TrashPage = z.output<typeof TrashPage>;
