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
