import { z } from 'zod';

const widths = [320, 640, 960, 1280, 1920];
const maxAltLength = 250;

/** The facts that a page needs to show an uploaded picture. The path is in the row itself. */
export const PictureView = z.object({
  width: z.int(),
  height: z.int(),
  colour: z.string(),
  /** A few blurred pixels that are shown while the picture loads, as a `data:` address. */
  placeholder: z.string(),
  /** A description of the picture. Empty: the picture is decoration. Null: nobody has described it. */
  alt: z.string().nullable(),
  /** The smaller sizes by format, the smallest format first. Empty until they exist. */
  sources: z.array(z.object({ type: z.string(), srcset: z.string() })),
});
export type PictureView = z.output<typeof PictureView>;

/** The additional field of a view with a picture. Null: no picture, or one at another site. */
export const pictureFields = { picture: PictureView.nullable() };

export const altText = z
  .string('Alternative text must be text')
  .trim()
  .max(maxAltLength, `Alternative text may have at most ${maxAltLength} characters`)
  .regex(/^\P{Cc}*$/u, 'Alternative text contains characters that cannot be stored')
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
 * Returns the smaller versions of a picture, by format. The last format is one that every browser can show if it can show the
 * original.
 */
export function sizesOf({ path, width, is_animated }: Original): PictureSize[] {
  const dot = path.lastIndexOf('.');
  const formats = is_animated ? (['webp'] as const) : formatsFor(path.slice(dot + 1));
  const largest = Math.min(width, widths.at(-1) ?? width);
  const smaller = width > widths[0]! ? [...widths.filter((one) => one < largest), largest] : [];
  return formats.flatMap((format) =>
    smaller.map((one) => ({ path: `${path.slice(0, dot)}-${one}.${format}`, width: one, format })),
  );
}

/** Returns the part of the path that a picture and its smaller versions share. Their extensions differ by format. */
export function stemOf(path: string): string {
  return path.replace(/(?<=-(?:[0-9a-f]{8}){1,2})(?:-\d{1,5})?\.\w+$/, '');
}

/** Returns the paths that a picture with this stem may have. */
export function originalsOf(stem: string): string[] {
  return [stem, ...['jpeg', 'png', 'webp', 'avif'].map((ending) => `${stem}.${ending}`)];
}

function formatsFor(original: string): PictureSize['format'][] {
  const fallback = original === 'jpeg' || original === 'png' ? ([original] as const) : [];
  return ['avif', 'webp', ...fallback];
}

export function sourcesOf(original: Original): PictureView['sources'] {
  const byFormat = Map.groupBy(sizesOf(original), ({ format }) => format);
  return [...byFormat].map(([format, sizes]) => ({
    type: `image/${format}`,
    srcset: sizes.map(({ path, width }) => `/${path} ${width}w`).join(', '),
  }));
}
