import { z } from 'zod';

const widths = [320, 640, 960, 1280, 1920];
const maxAltLength = 250;

/** A picture in a response, without its path. The path is in the row itself. */
export const PictureView = z
  .object({
    width: z.int().describe('The width in pixels'),
    height: z.int().describe('The height in pixels'),
    colour: z.string().describe('The average colour, such as `#a0b1c2`'),
    /** A preview of a few blurred pixels, as a `data:` URL. */
    placeholder: z
      .string()
      .describe('A tiny blurred picture as a `data:` URL, to show while the picture loads'),
    /**
     * The alternative text: `''` for a picture that is only decoration, and null if nobody has described the
     * picture.
     */
    alt: z.string().nullable().describe('Describes the picture. Empty for decoration, null if unwritten'),
    /**
     * The scaled versions of the picture, by format. The format with the smallest files comes first. The list
     * is empty until the scaled versions exist.
     */
    sources: z
      .array(
        z
          .object({
            type: z.string().describe('The media type, such as `image/webp`'),
            srcset: z.string().describe('The addresses of the sizes, as in HTML'),
          })
          .meta({ title: 'PictureSource' }),
      )
      .describe('Smaller versions of the picture, the most compact format first. Empty until they exist'),
  })
  .meta({ title: 'Picture' });
export type PictureView = z.output<typeof PictureView>;

/** Matches the name of a picture. The name of a size has the width after a hyphen. */
export const pictureKey = /^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}(?:-\d{1,5})?\.(jpeg|png|webp|avif)$/;

/** The address of a picture of the trash or of a version, which visitors get only while a row shows it. */
export const keptPicture = z
  .string()
  .nullable()
  .describe('The address at which staff see the picture, or null');

export function keptPictureAddress(path: string | null | undefined): string | null {
  const key = path?.replace('uploads/', '') ?? '';
  return pictureKey.test(key) ? `/uploads/kept/${key}` : null;
}

export const pictureFields = {
  picture: PictureView.nullable().describe('The picture with its sizes, or null'),
};

export const altTextField = z
  .string('Alternative text must be text')
  .trim()
  .max(maxAltLength, `Alternative text may have at most ${maxAltLength} characters`)
  .refine((text) => !/\p{Cc}/u.test(text), 'Alternative text contains characters that cannot be stored')
  .optional();

interface Original {
  path: string;
  width: number;
  is_animated: boolean | number;
}

export interface PictureSize {
  path: string;
  width: number;
  format: 'avif' | 'webp' | 'jpeg' | 'png';
}

/**
 * Returns the scaled versions that a picture gets. A picture that is at most 320 pixels wide gets none. Every
 * browser that can show the original can also show the last format.
 */
export function scaledVersionsOf({ path, width, is_animated }: Original): PictureSize[] {
  const dot = path.lastIndexOf('.');
  const formats = is_animated ? (['webp'] as const) : formatsFor(path.slice(dot + 1));
  const largest = Math.min(width, widths.at(-1) ?? width);
  const smaller = width > widths[0]! ? [...widths.filter((one) => one < largest), largest] : [];
  return formats.flatMap((format) =>
    smaller.map((one) => ({ path: `${path.slice(0, dot)}-${one}.${format}`, width: one, format })),
  );
}

export function possibleOriginalsOf(stem: string): string[] {
  return [stem, ...['jpeg', 'png', 'webp', 'avif'].map((ending) => `${stem}.${ending}`)];
}

function formatsFor(original: string): PictureSize['format'][] {
  const fallback = original === 'jpeg' || original === 'png' ? ([original] as const) : [];
  return ['avif', 'webp', ...fallback];
}

export function sourcesOf(original: Original): PictureView['sources'] {
  const byFormat = Map.groupBy(scaledVersionsOf(original), ({ format }) => format);
  return [...byFormat].map(([format, sizes]) => ({
    type: `image/${format}`,
    srcset: sizes.map(({ path, width }) => `/${path} ${width}w`).join(', '),
  }));
}
