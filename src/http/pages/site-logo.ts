import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../pictures/files/storage.ts';
import type { BrandPicture } from '../../shared/brand/brand-look.ts';
import { defaultLook } from '../../shared/brand/brand-look.ts';
import { makePalette } from '../../shared/brand/palette.ts';
import type { LogoOrIcon } from '../../shared/brand/site-logo.ts';
import { hasDefaultColours } from '../../shared/brand/stylesheet.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import type { Sign } from '../drawings/icon.ts';

/**
 * Returns the sign with the content of its picture. When the file of the picture is missing, the sign is the
 * first letter of the company's name.
 */
export async function readSign(
  sign: LogoOrIcon<BrandPicture>,
  { brand, company }: SiteSettings,
  storage: Pick<Storage, 'read'>,
): Promise<Sign> {
  if (sign.kind === 'mark') return sign;
  if (sign.kind === 'picture') {
    const file = await storage.read(sign.picture.path.slice('uploads/'.length));
    if (file) return { kind: 'picture', png: await buffer(file.open()), ...sizeOf(sign.picture) };
  }
  const letter = sign.kind === 'letter' ? sign.letter : (company.name[0] ?? '');
  const { fill, onFill } = makePalette(hasDefaultColours(brand) ? defaultLook : brand).light;
  return { kind: 'letter', letter, fill, onFill };
}

function sizeOf({ width, height }: BrandPicture) {
  return { width, height };
}
