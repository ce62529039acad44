import { crc32, deflateSync } from 'node:zlib';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { PictureStore, StoredPicture } from '../../src/pictures/processing/picture-store.ts';
import { Upload } from '../../src/shared/uploads.ts';

export async function picture(
  {
    width = 60,
    height = 40,
    format = 'png',
  }: { width?: number; height?: number; format?: 'png' | 'jpeg' | 'webp' } = {},
  name = `picture.${format}`,
): Promise<File> {
  const image = sharp({ create: { width, height, channels: 3, background: '#2f5d4a' } });
  return asFile(await image.toFormat(format).toBuffer(), name);
}

/** Stores the file of a picture without a row that uses the picture. */
export async function storePicture(pictures: PictureStore): Promise<StoredPicture> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-picture-'));
  try {
    const path = join(folder, 'picture.png');
    const bytes = Buffer.from(await (await picture()).arrayBuffer());
    await writeFile(path, bytes);
    return await pictures.store(new Upload({ path, bytes: bytes.length, name: 'picture.png' }), 'image');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns a file with these bytes and the type of a picture. */
export function asFile(bytes: Buffer | string, name = 'picture.png'): File {
  const type = `image/${name.split('.').at(-1)}`;
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });
}

/**
 * Creates a JPEG like those of a phone, with an EXIF orientation and a GPS position. The upright picture is
 * red at the top and blue at the bottom.
 */
export async function photograph(orientation: number, { width = 80, height = 60 } = {}): Promise<Buffer> {
  const half = { width, height: height / 2, channels: 3 as const };
  const upright = sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { ...half, background: '#ff0000' } }, gravity: 'north' },
  ]);
  const raw = await upright.png().toBuffer();
  return asLying(sharp(raw), orientation)
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Make: 'A telling phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation })
    .toBuffer();
}

function asLying(picture: Sharp, orientation: number): Sharp {
  switch (orientation) {
    case 2:
      return picture.flop();
    case 3:
      return picture.rotate(180);
    case 4:
      return picture.flip();
    case 5:
      return picture.rotate(270).flop();
    case 6:
      return picture.rotate(270);
    case 7:
      return picture.rotate(90).flop();
    case 8:
      return picture.rotate(90);
    default:
      return picture;
  }
}

/** Creates a small PNG file whose header claims large dimensions. The file has almost no pixels. */
function pngOfSize(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * Creates a JPEG of 12 megapixels like those of a phone, with an EXIF orientation. Each number gives a
 * different picture.
 */
export async function phonePhotograph(number: number): Promise<Buffer> {
  const isUpright = number % 3 === 0;
  const [width, height] = isUpright ? [3000, 4000] : [4000, 3000];
  const hue = (number * 47) % 360;
  const hills = Array.from({ length: 5 }, (_, at) => {
    const top = height * (0.45 + at * 0.11);
    const points = Array.from({ length: 9 }, (__, step) => {
      const lift = Math.sin(step * 1.7 + at * 2.3 + number) * height * 0.06;
      return `${(width * step) / 8},${top + lift}`;
    });
    const colour = `hsl(${(hue + at * 14) % 360} 35% ${62 - at * 11}%)`;
    return `<polygon fill="${colour}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`;
  });
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 60% 72%)"/>
      <stop offset="0.7" stop-color="hsl(${(hue + 40) % 360} 70% 90%)"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * (0.2 + (number % 5) * 0.15)}" cy="${height * 0.24}" r="${height * 0.07}" fill="#fff6d8"/>
    ${hills.join('')}</svg>`;
  const orientation = isUpright ? 6 : 1;
  return asLying(sharp(await sharp(Buffer.from(scene)).png().toBuffer()), orientation)
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { Make: 'A phone' } })
    .withMetadata({ orientation })
    .toBuffer();
}

/** Creates an animated GIF whose frames differ, so that an encoder preserves all of them. */
export async function animation(frames: number, side = 20): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: side * side * frames * 3 }, (_, at) => (at * 7 + Math.floor(at / 1200)) % 256),
  );
  const strip = sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } });
  return strip.gif({ delay: 50 }).toBuffer();
}

/**
 * Files that are damaged or would need too many resources. `reason` matches the message with which the server
 * refuses the file.
 */
export const refusedPictures: {
  what: string;
  make: () => Buffer | Promise<Buffer>;
  name?: string;
  reason: RegExp;
}[] = [
  {
    what: '30,000 × 30,000 pixels in a small file',
    make: () => pngOfSize(30_000, 30_000),
    reason: /50 megapixels/,
  },
  {
    what: 'a header that promises more than follows',
    make: () => pngOfSize(400, 400),
    reason: /^The picture is damaged and cannot be read\.$/,
  },
  {
    what: 'no bytes at all',
    make: () => Buffer.alloc(0),
    reason: /^The file must be a JPEG, PNG, WebP, AVIF or GIF picture\.$/,
  },
  {
    what: 'a beginning without an end',
    make: async () => (await photograph(1)).subarray(0, 400),
    reason: /^The picture is damaged and cannot be read\.$/,
  },
  {
    what: 'an animation of 101 frames',
    make: () => animation(101, 4),
    name: 'a.gif',
    reason: /at most 100 frames/,
  },
  {
    what: 'an animation of 10,000 frames',
    make: () => animation(10_000, 4),
    name: 'a.gif',
    reason: /at most 100 frames/,
  },
];
