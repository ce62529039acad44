import { z } from 'zod';
import { Timestamp } from '../../shared/fields.ts';
import { retainedPictureAddressField } from '../../shared/picture-view.ts';
import { deletedSince, PageMeta, PageQuery } from '../../shared/pagination.ts';

export const TrashView = z
  .object({
    id: z.int().describe('The id'),
    title: z.string().describe('The title'),
    deleted_at: Timestamp.describe('The time of deletion'),
    deleted_by: z.string().describe('The name of the person who deleted it'),
    kept_until: Timestamp.describe('The time at which it is deleted permanently'),
    picture: retainedPictureAddressField,
  })
  .meta({ title: 'TrashItem' });
export type TrashView = z.output<typeof TrashView>;

export const TrashQuery = PageQuery.extend({ deleted_since: deletedSince });
export type TrashQuery = z.output<typeof TrashQuery>;

export const TrashPage = z.object({ items: z.array(TrashView).describe('The rows'), meta: PageMeta });
export type TrashPage = z.output<typeof TrashPage>;
