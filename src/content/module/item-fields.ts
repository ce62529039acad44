import { z } from 'zod';
import { isStorable, maxId, unsafeTextMessage } from '../../shared/fields.ts';

// Members of the items of an export, which an import reads.

export const ItemText = z.string().refine(isStorable, unsafeTextMessage);
export const RowId = z.int().min(1).max(maxId);
/** Bytes, pixels or the count of a version. */
export const WholeNumber = z.int().min(0).max(maxId);
export const Moment = z.iso.datetime();
/** What a column holds that is stored as JSON. */
export const JsonFact = z.union([ItemText, z.number(), z.boolean(), z.null(), z.array(ItemText)]);
