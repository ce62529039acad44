import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

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

/** Returns bytes as a file that claims to be a picture. */
export function asFile(bytes: Buffer | string, name = 'picture.png'): File {
  const type = `image/${name.split('.').at(-1)}`;
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });
}

/** Like a phone's: with an EXIF orientation and a GPS position. Upright, it is red above and blue below. */
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

/** A small file whose header claims large dimensions, with almost no pixels. */
export function pngOfSize(width: number, height: number): Buffer {
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

/** A landscape of 12 megapixels as a phone stores it: with an EXIF orientation. Each number looks different. */
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
