import { z } from 'zod';
import { editableFields, booleanField, Id, VersionInput, wholeNumber } from './fields.ts';
import { textList } from './list-fields.ts';
import { isStorable, oneLine } from './text-fields.ts';
import { maxFocal, mediaKinds, mediaTypes } from '../modules/library/library.facts.ts';
import { PageMeta, PageQuery, rowsQueryFields, updatedSince } from './pagination.ts';
import { altTextField, PictureView, pictureFields } from './picture-view.ts';

/** What a page needs to show a picture of the library. */
export const MediaFacts = z.object({
  id: z.int(),
  path: z.string(),
  /** The path with a slash at the beginning. */
  url: z.string(),
  ...PictureView.shape,
  caption: z.string().nullable(),
  credit: z.string().nullable(),
  /** The point that remains visible when the picture is cropped, in tenths of its width and height. */
  focal: z.object({ x: z.int(), y: z.int() }).meta({ title: 'FocalPoint' }),
});
export type MediaFacts = z.output<typeof MediaFacts>;

export const MediaView = z.object({
  ...editableFields,
  name: z.string(),
  /** The path of the file. Null while the library has no file for this item. */
  path: z.string().nullable(),
  type: z.string(),
  /**
   * The alternative text: `''` for a picture that is only decoration, and null if nobody has described the
   * picture.
   */
  alt: z.string().nullable(),
  is_described: z.boolean(),
  caption: z.string().nullable(),
  credit: z.string().nullable(),
  tags: z.array(z.string()),
  focal_x: z.int(),
  focal_y: z.int(),
  /**
   * Whether the picture was uploaded with the form of a row. Such a picture is deleted when no row shows it
   * any more. The value becomes false when somebody changes the picture in the library or uses it in a text.
   */
  is_attached: z.boolean(),
  user_name: z.string(),
});
export type MediaView = z.output<typeof MediaView>;

export const MediaItemView = MediaView.extend({
  ...pictureFields,
  /**
   * The address and size of a file that is not a picture. Null for a picture, and in responses that an
   * earlier version has stored.
   */
  file: z.object({ url: z.string(), bytes: z.int() }).meta({ title: 'LibraryFile' }).nullable().default(null),
}).meta({ title: 'Media' });
export type MediaItemView = z.output<typeof MediaItemView>;

/**
 * A row that uses a picture or file of the library. `module` is `gallery`, `settings`, or the name of the row's module
 * in the activity log.
 */
export const MediaUseView = z
  .object({
    module: z.string(),
    id: z.int(),
    title: z.string(),
    /**
     * Where the row uses the item: the name of the column, `links` for a link to a file, or the group of the settings.
     * For a row in the trash, the value may be `picture` instead of the name of the column.
     */
    place: z.string(),
    is_in_trash: z.boolean(),
  })
  .meta({ title: 'MediaUse' });
export type MediaUseView = z.output<typeof MediaUseView>;

export const MediaDetail = z.object({
  item: MediaItemView,
  uses: z.array(MediaUseView),
  in_versions: z
    .int()
    .meta({ description: 'The number of rows of which an earlier version shows the picture.' }),
});
export type MediaDetail = z.output<typeof MediaDetail>;

export const MediaQuery = PageQuery.extend({
  ...rowsQueryFields(['name', 'created_at', 'updated_at'], Object.keys(MediaItemView.shape)),
  updated_since: updatedSince,
  type: z.enum(mediaTypes, `Type must be one of: ${mediaTypes.join(', ')}`).optional(),
  is_described: booleanField('Described').optional(),
  is_used: booleanField('Used').optional(),
  kind: z.enum(mediaKinds, `Kind must be one of: ${mediaKinds.join(', ')}`).optional(),
});
export type MediaQuery = z.output<typeof MediaQuery>;

export const MediaPage = z.object({ items: z.array(MediaItemView), meta: PageMeta });

/**
 * The schema of the alternative text. Unlike in other fields, `''` and null differ: `''` marks a picture as
 * decoration, and null means that nobody has described the picture.
 */
const description = z
  .preprocess((value: string | null | undefined) => value, altTextField.unwrap().nullable())
  .refine(
    (text) => text === null || isStorable(text),
    'Alternative text contains characters that cannot be stored',
  );

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
  name: oneLine('Name', 200).optional(),
  alt: description.optional(),
  caption: note('Caption', 500).optional(),
  credit: note('Credit', 200).optional(),
  tags: textList('Tags', { entryMax: 60 }).optional(),
  focal_x: wholeNumber('Focal point', 0, maxFocal).optional(),
  focal_y: wholeNumber('Focal point', 0, maxFocal).optional(),
});
export type MediaChange = z.output<typeof MediaChange>;
