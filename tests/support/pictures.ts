import sharp from 'sharp';

/** A real picture, made for the test. */
export async function picture(
  {
    width = 60,
    height = 40,
    format = 'png',
  }: { width?: number; height?: number; format?: 'png' | 'jpeg' | 'webp' } = {},
  name = `picture.${format}`,
): Promise<File> {
  const image = sharp({ create: { width, height, channels: 3, background: '#2f5d4a' } });
  const bytes = await image.toFormat(format).toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: `image/${format}` });
}
