import { z } from 'zod';

const widths = [320, 640, 960, 1280, 1920];
/** For link previews. Social networks refuse large files, and few of them read AVIF. */
const previewWidth = 1280;
/** A smaller picture has no size in its full width. */
const smallBytes = 100 * 1024;
export const maxAltLength = 250;

/** In tenths of the width and height. */
const FocalPoint = z
  .object({
    x: z.int().describe('Tenths of the width, from the left'),
    y: z.int().describe('Tenths of the height, from the top'),
  })
  .meta({ title: 'FocalPoint' })
  .describe('The point that stays visible when the picture is cropped');

/** Without the path, which is in the row itself. */
export const PictureView = z
  .object({
    width: z.int().describe('The width in pixels'),
    height: z.int().describe('The height in pixels'),
    colour: z.string().describe('The average colour, such as `#a0b1c2`'),
    /** A few blurred pixels, as a `data:` URL. */
    placeholder: z.string().describe('A tiny blurred picture as a `data:` URL'),
    alt: z.string().nullable().describe('Describes the picture. Empty: decoration. Null: unwritten'),
    sources: z
      .array(
        z
          .object({
            type: z.string().describe('The media type, such as `image/avif`'),
            srcset: z
              .string()
              .describe('The addresses of the sizes, as in HTML. A size is made when it is first requested'),
          })
          .meta({ title: 'PictureSource' }),
      )
      .describe('Smaller sizes by format. Empty for a small picture'),
    /** The middle for a picture that is not in the library. */
    focal: FocalPoint,
  })
  .meta({ title: 'Picture' });
export type PictureView = z.output<typeof PictureView>;

/**
 * How many hues there are. So few that the files of a picture can be named, and removed, without a list; a touch of a
 * colour needs fewer than one tone of it.
 */
export const pictureHues = { duo: 18, mild: 6 } as const;

/** What the server can make of a picture, as names of files have it: one tone of a hue, or a touch of it. */
export type PictureTreatment = 'grey' | 'mild' | `${keyof typeof pictureHues}-${number}`;

const treatmentsIn = (style: keyof typeof pictureHues): PictureTreatment[] =>
  Array.from({ length: pictureHues[style] }, (_, at) => `${style}-${at}` as const);

/** The name of a picture, or of a size with the width and the treatment after hyphens. */
export const pictureKey =
  /^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}(?:-\d{1,5}(?:-grey|-mild|-(?:duo|mild|tone)-\d{1,2})?)?\.(jpeg|png|webp|avif)$/;

/** Of a picture of the trash or of a version, which visitors get only while a row shows it. */
export const retainedPictureAddressField = z
  .string()
  .nullable()
  .describe('The address at which staff see the picture, or null');

export function retainedPictureAddress(path: string | null | undefined): string | null {
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

type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png';

interface Original {
  path: string;
  width: number;
  bytes: number;
  is_animated: boolean | number;
}

export interface PictureSize {
  path: string;
  width: number;
  format: PictureFormat;
  treatment?: PictureTreatment;
}

/** The sizes that pages show. A picture of at most 320 pixels has none. */
function shownSizesOf({ path, width, bytes, is_animated }: Original): PictureSize[] {
  const largest = Math.min(width, widths.at(-1)!);
  // Earlier versions recorded 0 bytes for each picture.
  const isSmall = width === largest && bytes > 0 && bytes <= smallBytes;
  const hasLargest = width > widths[0]! && !isSmall;
  const shown = widths.filter((one) => one < largest);
  if (hasLargest) shown.push(largest);
  // AVIF files that the server makes have no animation.
  return shown.map((one) => sizeOf(path, one, is_animated ? 'webp' : 'avif'));
}

/** All sizes that the server makes, without treated ones. */
export function sizesOf(original: Original): PictureSize[] {
  return [...shownSizesOf(original), ...previewSizesOf(original)];
}

/** None if the picture itself is suitable. */
export function previewSizesOf({ path, width }: Pick<Original, 'path' | 'width'>): PictureSize[] {
  const format = formatOf(path);
  const isLarge = width > previewWidth && (format === 'jpeg' || format === 'png');
  return isLarge ? [sizeOf(path, previewWidth, format)] : [];
}

/**
 * The sizes of a picture that a look treats, also the full one of a small picture. An animation has none: AVIF files that
 * the server makes have no animation.
 */
export function treatedSizesOf(
  { path, width, is_animated }: Pick<Original, 'path' | 'width' | 'is_animated'>,
  treatment: PictureTreatment,
): PictureSize[] {
  if (is_animated) return [];
  const largest = Math.min(width, widths.at(-1)!);
  return [...widths.filter((one) => one < largest), largest].map((one) => ({
    ...sizeOf(path, one, 'avif', `-${treatment}`),
    treatment,
  }));
}

/** For a page. Of a small picture without sizes, only a WebP may be an animation, which stays as it is. */
export function treatedSourcesOf(
  path: string,
  { width, sources }: Pick<PictureView, 'width' | 'sources'>,
  treatment: PictureTreatment,
): PictureView['sources'] {
  const [source] = sources;
  const is_animated = source ? source.type === 'image/webp' : formatOf(path) === 'webp';
  const sizes = treatedSizesOf({ path, width, is_animated }, treatment);
  if (sizes.length === 0) return sources;
  return [{ type: 'image/avif', srcset: srcsetOf(sizes) }];
}

/** With all possible sizes, also of earlier versions: WebP, the picture's own format, and the full width. */
export function filesOfPicture({ path, width }: Pick<Original, 'path' | 'width'>): string[] {
  const largest = Math.min(width, widths.at(-1)!);
  const made = width > widths[0]! ? [...widths.filter((one) => one < largest), largest] : [];
  const formats = new Set<PictureFormat>(['avif', 'webp', formatOf(path)]);
  const sizes = [
    ...made.flatMap((one) => [...formats].map((format) => sizeOf(path, one, format))),
    ...(['grey', 'mild', ...treatmentsIn('duo'), ...treatmentsIn('mild')] as const).flatMap((one) =>
      treatedSizesOf({ path, width, is_animated: false }, one),
    ),
  ];
  return [path, ...sizes.map((size) => size.path)];
}

function sizeOf(path: string, width: number, format: PictureFormat, treatment = ''): PictureSize {
  return { path: `${path.slice(0, path.lastIndexOf('.'))}-${width}${treatment}.${format}`, width, format };
}

function srcsetOf(sizes: readonly Pick<PictureSize, 'path' | 'width'>[]): string {
  return sizes.map(({ path, width }) => `/${path} ${width}w`).join(', ');
}

function formatOf(path: string): PictureFormat {
  return path.slice(path.lastIndexOf('.') + 1) as PictureFormat;
}

export function possibleOriginalsOf(stem: string): string[] {
  return [stem, ...['jpeg', 'png', 'webp', 'avif'].map((ending) => `${stem}.${ending}`)];
}

/** If no size has the full width, includes the picture itself as the largest. */
export function sourcesOf(original: Original): PictureView['sources'] {
  const shown: Pick<PictureSize, 'path' | 'width'>[] = shownSizesOf(original);
  const [smallest] = shown;
  if (!smallest) return [];
  const { path, width } = original;
  if (width <= widths.at(-1)! && shown.at(-1)!.width < width) shown.push({ path, width });
  return [{ type: `image/${formatOf(smallest.path)}`, srcset: srcsetOf(shown) }];
}
