import { z } from 'zod';
import { maxFocalTenths, mediaKinds, mediaTypes } from '../modules/library/library.facts.ts';
import {
  booleanField,
  editableFields,
  Id,
  isStorable,
  oneLine,
  VersionInput,
  wholeNumber,
  unsafeTextMessage,
} from './fields.ts';
import { textListField } from './list-fields.ts';
import { oneOrSeveral, PageMeta, PageQuery, rowsQueryFields, updatedSince } from './pagination.ts';
import { altTextField, pictureFields, PictureView } from './picture-view.ts';

export const MediaFacts = z.object({
  id: z.int().describe('The id'),
  path: z.string().describe('The path on the site'),
  /** With a slash at the beginning. */
  url: z.string().describe('The address'),
  ...PictureView.shape,
  caption: z.string().nullable().describe('The text below the picture'),
  credit: z.string().nullable().describe('The author of the picture'),
});
export type MediaFacts = z.output<typeof MediaFacts>;

export const MediaView = z.object({
  ...editableFields,
  name: z.string().describe('The name'),
  /** Null while the library has no file for this item. */
  path: z.string().nullable().describe('The path on the site'),
  type: z.string().describe('The type'),
  alt: z.string().nullable().describe('Describes the picture. Empty: decoration. Null: unwritten'),
  is_described: z.boolean().describe('Whether somebody has described the picture'),
  caption: z.string().nullable().describe('The text below the picture'),
  credit: z.string().nullable().describe('The author of the picture'),
  tags: z.array(z.string()).describe('The tags'),
  focal_x: z
    .int()
    .describe('The point that stays visible when the picture is cropped: tenths of the width, from the left'),
  focal_y: z
    .int()
    .describe('The point that stays visible when the picture is cropped: tenths of the height, from the top'),
  /** Goes with the last row that shows it. False once it is changed in the library or used in a text. */
  is_attached: z
    .boolean()
    .describe('Whether the picture came with a form and is deleted with the last row that shows it'),
  user_name: z.string().describe('The name of the user at that time'),
});
export type MediaView = z.output<typeof MediaView>;

export const MediaItemView = MediaView.extend({
  ...pictureFields,
  /** Null for a picture, and in responses that an earlier version has stored. */
  file: z
    .object({
      url: z.string().describe('Its address, which stays when the file is replaced'),
      bytes: z.int().describe('The size of the file'),
    })
    .meta({ title: 'LibraryFile' })
    .nullable()
    .default(null)
    .describe('The file, if it is no picture'),
}).meta({ title: 'Media' });
export type MediaItemView = z.output<typeof MediaItemView>;

/** `module` is `gallery`, `settings`, or the row's module in the activity log. */
export const MediaUseView = z
  .object({
    module: z.string().describe('The module, as the log names it'),
    id: z.int().describe('The id'),
    title: z.string().describe('The title'),
    /** The column, `links` for a link, or the group of settings. In the trash, it may be `picture`. */
    place: z.string().describe('The field that shows the picture'),
    is_in_trash: z.boolean().describe('Whether the row is in the trash'),
  })
  .meta({ title: 'MediaUse' });
export type MediaUseView = z.output<typeof MediaUseView>;

export const MediaDetail = z.object({
  item: MediaItemView.describe('The picture of the library'),
  uses: z.array(MediaUseView).describe('The rows that show the picture'),
  in_versions: z
    .int()
    .meta({ description: 'The number of rows of which an earlier version shows the picture.' }),
});
export type MediaDetail = z.output<typeof MediaDetail>;

export const MediaQuery = PageQuery.extend({
  ...rowsQueryFields(['name', 'created_at', 'updated_at'], Object.keys(MediaItemView.shape)),
  updated_since: updatedSince,
  type: oneOrSeveral('Type', z.enum(mediaTypes, `Type must be one of: ${mediaTypes.join(', ')}`)).optional(),
  is_described: booleanField('Described').optional(),
  is_used: booleanField('Used').optional(),
  kind: z.enum(mediaKinds, `Kind must be one of: ${mediaKinds.join(', ')}`).optional(),
});
export type MediaQuery = z.output<typeof MediaQuery>;

export const MediaPage = z.object({ items: z.array(MediaItemView).describe('The rows'), meta: PageMeta });

/** Unlike in other fields, `''` and null differ: decoration, and not described yet. */
const description = z
  .preprocess((value: string | null | undefined) => value, altTextField.unwrap().nullable())
  .refine((text) => text === null || isStorable(text), `Alternative text ${unsafeTextMessage}`);

const note = (label: string, max: number) =>
  z
    .string(`${label} must be text`)
    .trim()
    .max(max, `${label} may have at most ${max} characters`)
    .refine(isStorable, `${label} contains characters that cannot be stored`)
    .nullable()
    .transform((text) => text || null);

export const MediaChange = z.object({
  id: Id,
  version: VersionInput,
  name: oneLine('Name', 200).optional().describe('The name'),
  alt: description.optional().describe('Describes the picture. Empty: decoration. Null: unwritten'),
  caption: note('Caption', 500).optional().describe('The text below the picture'),
  credit: note('Credit', 200).optional().describe('The author of the picture'),
  tags: textListField('Tags', { entryMax: 60 }).optional().describe('The tags'),
  focal_x: wholeNumber('Focal point', 0, maxFocalTenths)
    .optional()
    .describe('The point that stays visible when the picture is cropped: tenths of the width, from the left'),
  focal_y: wholeNumber('Focal point', 0, maxFocalTenths)
    .optional()
    .describe('The point that stays visible when the picture is cropped: tenths of the height, from the top'),
});
export type MediaChange = z.output<typeof MediaChange>;
