import { z } from 'zod';
import { Timestamp } from '../../shared/fields.ts';
import { PageMeta, PageQuery } from '../../shared/pagination.ts';

/** A deleted row in the list of the trash. */
export const TrashView = z.object({
  /** The id of the deleted row. It gets the same id when it is restored. */
  id: z.int(),
  title: z.string(),
  deleted_at: Timestamp,
  /** The name of the user who deleted it. */
  deleted_by: z.string(),
  /** When the row is deleted permanently. */
  kept_until: Timestamp,
});
export type TrashView = z.output<typeof TrashView>;

export const TrashQuery = PageQuery;

export const TrashPage = z.object({ items: z.array(TrashView), meta: PageMeta });
export type TrashPage = z.output<typeof TrashPage>;
