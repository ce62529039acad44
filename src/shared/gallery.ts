import { z } from 'zod';
import { isStorable, maxId, optionalText, Timestamp, wholeNumber } from './fields.ts';
import { maxCaptionLetters, maxAlbumPictures } from './gallery-limits.ts';
import { MediaFacts, MediaItemView } from './media.ts';
import { altTextField } from './picture-view.ts';
import { languages } from './settings/fields/region.ts';

/** The album is stored as JSON with these names, so they must never change. */
export interface AlbumPicture {
  media_id: number;
  /** Empty means none. */
  caption: string;
  year: number | null;
  /** The language of the caption. Absent: the main one of the site. */
  lang?: string;
  /** By language. */
  translations?: Readonly<Record<string, PictureTexts>>;
}

/** Empty texts are missing. */
export interface PictureTexts {
  caption: string;
  alt: string;
}

/** Absent on a site with one language. */
const inLanguages = {
  lang: z.string().optional().describe('The language of the caption. Absent: the main one of the site'),
  translations: z
    .record(
      z.string(),
      z
        .object({
          caption: z.string().describe('The text below the picture'),
          alt: z.string().describe('What the picture shows'),
        })
        .meta({ title: 'PictureTexts' }),
    )
    .optional()
    .describe('The texts in other languages of the site. Empty ones are missing'),
};

export const AlbumView = z.object({
  id: z.int().describe('The id'),
  /** 0 if nobody has saved the album yet. */
  version: z.int().describe('An older one is a 409'),
  updated_at: Timestamp.nullable().describe('The time of the last change'),
  pictures: z
    .array(
      z.object({
        media_id: z.int().describe('The id of a picture of the library'),
        caption: z.string().describe('The text below the picture'),
        year: z.int().nullable().describe('The year of the picture'),
        ...inLanguages,
        item: MediaItemView.describe('The picture of the library'),
      }),
    )
    .describe('The pictures in their order'),
});
export type AlbumView = z.output<typeof AlbumView>;

export const AlbumChange = z.object({
  version: wholeNumber('Version', 0, 2 ** 31 - 1)
    .optional()
    .describe('An older one is a 409'),
  pictures: z
    .array(
      z.object({
        media_id: wholeNumber('The id of a picture', 1, maxId).describe('The id of a picture of the library'),
        caption: optionalText('Caption', maxCaptionLetters).describe('The text below the picture'),
        year: z
          .int('Year must be a whole number')
          .nullable()
          .default(null)
          .describe('The year of the picture'),
        alt: altTextField
          .refine((text) => text === undefined || isStorable(text))
          .describe('Changes the description of the picture in the library'),
        translations: z
          .record(
            z.string(),
            z
              .object({
                caption: optionalText('Caption', maxCaptionLetters).describe('The text below the picture'),
                alt: altTextField.default('').describe('What the picture shows'),
              })
              .meta({ title: 'PictureTextsInput' }),
          )
          .refine(
            (texts) => Object.keys(texts).every((tag) => tag in languages),
            'This is no language of the site',
          )
          .optional()
          .describe('The texts in other languages of the site. Absent: as they were'),
      }),
      { error: 'Pictures must be a list' },
    )
    .max(maxAlbumPictures, `The gallery may have at most ${maxAlbumPictures} pictures`)
    .describe('The pictures in the order of the page. They replace those of the album'),
});
export type AlbumChange = z.output<typeof AlbumChange>;

const { url: _, ...facts } = MediaFacts.shape;

/** While the album is empty, these are the pictures of the sample projects, and `is_sample` is true. */
export const PublicGallery = z.object({
  is_sample: z.boolean().describe('Whether these are the pictures of the sample projects'),
  pictures: z
    .array(
      z.object({
        ...facts,
        caption: z.string().describe('The text below the picture'),
        caption_lang: z.string().optional().describe('The language of a caption without a translation'),
        alt_lang: z.string().optional().describe('The same for `alt`'),
        year: z.int().nullable().describe('The year of the picture'),
      }),
    )
    .describe('The pictures in their order'),
});
export type PublicGallery = z.output<typeof PublicGallery>;
