import { z } from 'zod';
import { Id, Timestamp } from '../../shared/fields.ts';

/** The maximum size of the unsaved input of a form, in bytes of JSON. */
export const maxAutosaveBytes = 1024 * 1024;
export const maxAutosaves = 20;
/** How many autosaves of an item a form offers. The form offers the newest autosaves. */
export const maxListed = 3;

const Opening = z.string().regex(/^[\w-]{8,64}$/, 'The name of the opening is not valid');
const Item = z.object({ item_id: Id.nullable() });

export const AutosavedItem = Item;
export const AutosaveKey = z.object({ opening: Opening });

export const AutosaveInput = Item.extend({
  opening: Opening,
  base_version: Id.nullable(),
  fields: z.record(z.string(), z.unknown()),
});
export type AutosaveInput = z.output<typeof AutosaveInput>;

export const AutosaveView = z.object({
  opening: z.string(),
  saved_at: Timestamp,
  base_version: z.int().nullable(),
  fields: z.record(z.string(), z.unknown()),
});
export type AutosaveView = z.output<typeof AutosaveView>;
