import { z } from 'zod';
import { maxId, Timestamp, wholeNumber } from './fields.ts';
import { isStorable, optionalText } from './text-fields.ts';
import { maxCaption, maxPictures } from '../modules/gallery/gallery.facts.ts';
import { MediaFacts, MediaItemView } from './media.ts';
import { altTextField } from './picture-view.ts';

/**
 * A picture of the gallery's album. The album is stored as JSON with these member names, so the names must never
 * change.
 */
export interface AlbumPicture {
  media_id: number;
  /** An empty text means no caption. */
  caption: string;
  year: number | null;
}

export const AlbumView = z.object({
  id: z.int(),
  /** The version of the album, or 0 if nobody has saved the album yet. */
  version: z.int(),
  updated_at: Timestamp.nullable(),
  pictures: z.array(
    z.object({
      media_id: z.int(),
      caption: z.string(),
      year: z.int().nullable(),
      item: MediaItemView,
    }),
  ),
});
export type AlbumView = z.output<typeof AlbumView>;

export const AlbumChange = z.object({
  version: wholeNumber('Version', 0, 2 ** 31 - 1).optional(),
  pictures: z
    .array(
      z.object({
        media_id: wholeNumber('The id of a picture', 1, maxId),
        caption: optionalText('Caption', maxCaption),
        year: z.int('Year must be a whole number').nullable().default(null),
        alt: altTextField
          .refine((text) => text === undefined || isStorable(text))
          .describe('Changes the description of the picture in the library'),
      }),
      { error: 'Pictures must be a list' },
    )
    .max(maxPictures, `The gallery may have at most ${maxPictures} pictures`)
    .describe('The pictures in the order of the page. They replace those of the album'),
});
export type AlbumChange = z.output<typeof AlbumChange>;

const { url: _, ...facts } = MediaFacts.shape;

/**
 * The gallery in responses to visitors. `pictures` contains the pictures of the album. If the album is empty,
 * `pictures` contains the pictures of the sample projects, and `is_sample` is true.
 */
export const PublicGallery = z.object({
  is_sample: z.boolean(),
  pictures: z.array(z.object({ ...facts, caption: z.string(), year: z.int().nullable() })),
});
export type PublicGallery = z.output<typeof PublicGallery>;
