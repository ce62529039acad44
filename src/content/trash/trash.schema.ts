import { z } from 'zod';
import { Timestamp } from '../../shared/fields.ts';
import { deletedSince, PageMeta, PageQuery } from '../../shared/pagination.ts';

export const TrashView = z
  .object({
    id: z.int(),
    title: z.string(),
    deleted_at: Timestamp,
    deleted_by: z.string(),
    kept_until: Timestamp,
  })
  .meta({ title: 'TrashItem' });
export type TrashView = z.output<typeof TrashView>;

export const TrashQuery = PageQuery.extend({ deleted_since: deletedSince });
export type TrashQuery = z.output<typeof TrashQuery>;

export const TrashPage = z.object({ items: z.array(TrashView), meta: PageMeta });
export type TrashPage = z.output<typeof TrashPage>;
