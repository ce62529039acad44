import { readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { findMainColours } from '../../shared/brand/logo-colours.ts';
import type { PictureTone } from '../../shared/brand/picture-treatment.ts';
import { escapeXml } from '../../shared/xml.ts';
import { maxPixelsOfAllFrames } from './image-limits.ts';

// Runs in a separate process (`image-worker.ts`). The server does not load this file.

/** In pixels: the square in which each letter is drawn. */
const square = 48;
/**
 * Codes that will never be letters, so no font has them. For them and for letters that no font has, Pango draws a
 * frame with the digits of the code, wider for a longer code.
 */
const never = ['\ufdd0', '\u{1fffe}'] as const;
/** Enough to notice a script that no font has. */
const maxLetters = 60;
const textElements = /<text\b([^>]*?)(?:\/>|>([^<]*)<\/text>)/g;

/** If a letter would be a frame, because no font has it, all words go. */
async function withoutUnknownLetters(svg: string): Promise<string> {
  const texts = [...svg.matchAll(textElements)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }));
  const family = /font-family="([^"]*)"/.exec(texts[0]?.attributes ?? '')?.[1];
  const letters = [...new Set(texts.flatMap(({ text }) => [...text]))]
    .filter((letter) => /[^\P{L}a-z]/iu.test(letter))
    .slice(0, maxLetters);
  if (!family || letters.length === 0) return svg;
  const [short, long, ...edges] = await edgesOf([...never, ...letters], family);
  const isMissing = edges.some((edge, place) => edge === (letters[place]!.length > 1 ? long : short));
  return isMissing ? svg.replaceAll(textElements, '') : svg;
}

/** The place and pixels of the outermost rows and columns of each letter. */
async function edgesOf(letters: readonly string[], family: string): Promise<string[]> {
  const drawn = letters.map(
    (letter, place) =>
      `<text x="8" y="${place * square + 36}" font-family="${family}" font-size="24">${escapeXml(letter)}</text>`,
  );
  const height = letters.length * square;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${square}" height="${height}">${drawn.join('')}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  return letters.map((_, place) => edgeOf(pixels.subarray(place * square ** 2, (place + 1) * square ** 2)));
}

function edgeOf(pixels: Buffer): string {
  const lines = Array.from({ length: square }, (_, at) => at);
  const row = (y: number) => lines.map((x) => pixels[y * square + x]!);
  const column = (x: number) => lines.map((y) => pixels[y * square + x]!);
  const isInked = (line: number[]) => line.some((value) => value > 0);
  const [rows, columns] = [lines.map(row), lines.map(column)];
  const ends = [rows, columns].map((side) => [side.findIndex(isInked), side.findLastIndex(isInked)]);
  const [[top = -1, bottom = -1] = [], [left = -1, right = -1] = []] = ends;
  return JSON.stringify([ends, rows[top], rows[bottom], columns[left], columns[right]]);
}

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif';

export interface PictureFacts {
  width: number;
  height: number;
  bytes: number;
  colour: string;
  placeholder: string;
  is_animated: boolean;
}

export interface ImageJobTypes {
  clean: { input: { from: string; to: string }; result: PictureFacts & { format: PictureFormat } };
  shrink: {
    input: {
      from: string;
      to: string;
      width: number;
      format: PictureFormat;
      tone?: PictureTone | undefined;
    };
    result: object;
  };
  measure: { input: { from: string }; result: PictureFacts };
  /** Lossless, with transparency. `colours` are the most frequent ones, greys last. */
  logo: {
    input: { from?: string; svg?: string; to: string; width: number; height: number };
    result: PictureFacts & { format: PictureFormat; colours: string[] };
  };
  /** A PNG, because every social network accepts it. */
  card: { input: { svg: string; to: string }; result: object };
}
export type ImageJobName = keyof ImageJobTypes;

// AVIF takes about a second for 5 megapixels. Above this, the picture is stored as WebP.
const maxAvifPixels = 8_000_000;

export const imageJobs: {
  [K in ImageJobName]: (input: ImageJobTypes[K]['input']) => Promise<ImageJobTypes[K]['result']>;
} = {
  clean: ({ from, to }) => withEndMarker(from, (picture) => clean(open(picture), to)),
  shrink: async ({ from, to, width, format, tone }) => {
    const picture = open(from, format === 'webp').resize({ width, withoutEnlargement: true });
    await encode(tone ? inTone(picture, tone) : picture, format, 'shown').toFile(to);
    return {};
  },
  measure: ({ from }) => describe(from),
  logo: async ({ from, svg, to, width, height }) => {
    if (from)
      return withEndMarker(from, (picture) => logo(open(picture, false).autoOrient(), to, { width, height }));
    return logo(sharp(Buffer.from(svg ?? '')), to, { width, height });
  },
  card: async ({ svg, to }) => {
    await sharp(Buffer.from(await withoutUnknownLetters(svg)))
      .png({ palette: true, quality: 90 })
      .toFile(to);
    return {};
  },
};

/** The shares of red, green and blue in the lightness of a colour. */
const luma = [0.2126, 0.7152, 0.0722] as const;

/**
 * In one tone, each channel is the lightness, spread from that of the dark end to that of the light one. With a smaller
 * share of the tone, the channel itself is mixed in.
 */
function inTone(picture: Sharp, { ends, share }: PictureTone): Sharp {
  const [from, to] = ends.map((end) => [1, 3, 5].map((at) => Number.parseInt(end.slice(at, at + 2), 16)));
  const rowOf = (channel: number): [number, number, number] => {
    const span = ((to![channel]! - from![channel]!) / 255) * share;
    const part = (of: 0 | 1 | 2) => luma[of] * span + (of === channel ? 1 - share : 0);
    return [part(0), part(1), part(2)];
  };
  const offset = from!.map((value) => value * share);
  return picture.recomb([rowOf(0), rowOf(1), rowOf(2)]).linear([1, 1, 1], offset);
}

async function clean(picture: Sharp, to: string): Promise<PictureFacts & { format: PictureFormat }> {
  const { format: original, width, height, pages = 1 } = await picture.metadata();
  const isStill = original !== 'gif' && pages === 1;
  const format = isStill ? formatFor(original, width * height) : 'webp';
  // An animation has no orientation. Rotating its frames would scramble it.
  const upright = isStill ? picture.autoOrient() : picture;
  await encode(upright, format, isStill ? 'stored' : 'animated').toFile(to);
  return { format, ...(await describe(to)) };
}

async function logo(picture: Sharp, to: string, box: { width: number; height: number }) {
  const fitted = picture.resize({ ...box, fit: 'inside', withoutEnlargement: true });
  await fitted.png({ compressionLevel: 9 }).toFile(to);
  return { format: 'png' as const, ...(await describe(to)), colours: await coloursOf(to) };
}

const sampledPixels = 96;

async function coloursOf(path: string): Promise<string[]> {
  const small = sharp(path).resize(sampledPixels, sampledPixels, { fit: 'inside', kernel: 'nearest' });
  const { data } = await small
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return findMainColours(data);
}

function open(picture: string | Buffer, animated = true): Sharp {
  // Only a JPEG with an added end marker is a buffer. If more is missing, its decoder warns.
  const failOn = typeof picture === 'string' ? 'error' : 'warning';
  return sharp(picture, { limitInputPixels: maxPixelsOfAllFrames, animated, failOn, sequentialRead: true });
}

const [beginOfJpeg, endOfJpeg] = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0xff, 0xd9])];

/** Browsers show a JPEG without its end marker. One that lacks more is refused. */
async function withEndMarker<T>(path: string, work: (picture: string | Buffer) => Promise<T>): Promise<T> {
  try {
    return await work(path);
  } catch (error) {
    const bytes = await readFile(path);
    if (!bytes.subarray(0, 3).equals(beginOfJpeg) || bytes.subarray(-2).equals(endOfJpeg)) throw error;
    return work(Buffer.concat([bytes, endOfJpeg]));
  }
}

function formatFor(original: string, pixels: number): PictureFormat {
  if (original === 'png' || original === 'webp') return original;
  if (original === 'heif') return pixels > maxAvifPixels ? 'webp' : 'avif';
  return 'jpeg';
}

/** Stored pictures favour quality and speed, because the uploader waits; sizes favour small files. */
function encode(picture: Sharp, format: PictureFormat, use: 'stored' | 'animated' | 'shown'): Sharp {
  const isShown = use === 'shown';
  switch (format) {
    case 'png':
      return picture.png({ compressionLevel: isShown ? 9 : 5 });
    case 'webp':
      return picture.webp({ quality: isShown ? 76 : 85, effort: use === 'stored' ? 3 : 2 });
    case 'avif':
      return picture.avif({ quality: isShown ? 52 : 60, effort: 2 });
    default:
      // Optimised coding needs a second pass, which holds the whole picture in memory.
      return picture.jpeg(isShown ? { quality: 78, mozjpeg: true } : { quality: 86, optimiseCoding: false });
  }
}

async function describe(path: string): Promise<PictureFacts> {
  const picture = sharp(path, { limitInputPixels: maxPixelsOfAllFrames });
  const { width, height, pages = 1, pageHeight = height } = await picture.metadata();
  const small = await picture.clone().resize(64, 64, { fit: 'inside' }).png().toBuffer();
  const { dominant } = await sharp(small).removeAlpha().stats();
  const blurred = await sharp(small).resize(16, 16, { fit: 'inside' }).webp({ quality: 30 }).toBuffer();
  return {
    width,
    height: pageHeight,
    bytes: (await stat(path)).size,
    colour: `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    placeholder: `data:image/webp;base64,${blurred.toString('base64')}`,
    is_animated: pages > 1,
  };
}
