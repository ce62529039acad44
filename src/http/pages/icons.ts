import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Storage } from '../../pictures/files/storage.ts';
import type { PngCache } from '../../pictures/processing/png-cache.ts';
import { type BrandPicture, defaultLook } from '../../shared/brand/brand-look.ts';
import { makePalette } from '../../shared/brand/palette.ts';
import { brandVersion, iconOfSite, type LogoOrIcon } from '../../shared/brand/site-logo.ts';
import { hasDefaultColours } from '../../shared/brand/stylesheet.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { drawIcon, type IconShape, packIco, type IconSign } from '../drawings/icon.ts';
import { recolour } from '../drawings/svg.ts';

/** If the file is missing, uses the company's first letter. */
export async function readIconSign(
  sign: LogoOrIcon<BrandPicture>,
  { brand, company }: SiteSettings,
  storage: Pick<Storage, 'read'>,
): Promise<IconSign> {
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

const defaultPaper = { light: '#fbfaf6', dark: '#0d1613' } as const;

interface IconFile {
  size: number;
  shape: IconShape;
}
const pngFiles: Record<string, IconFile> = {
  'apple-touch-icon.png': { size: 180, shape: 'large' },
  'icon-192.png': { size: 192, shape: 'large' },
  'icon-512.png': { size: 512, shape: 'large' },
  'icon-maskable-512.png': { size: 512, shape: 'maskable' },
};
const builtFiles = ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png'];
const icoSizes = [16, 32, 48];

export interface IconParts {
  clientFolder: string;
  siteSettings: SiteSettingsSource;
  storage: Pick<Storage, 'read'>;
  shareCards: PngCache;
}

export function iconTagsOf(site: SiteSettings): string {
  const version = brandVersion(site);
  const query = version ? `?v=${version}` : '';
  return [
    `<link rel="icon" href="/favicon.ico${query}" sizes="32x32"><link rel="icon" href="/favicon.svg${query}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="/apple-touch-icon.png${query}"><link rel="manifest" href="/manifest.webmanifest">`,
    ...Object.entries(paperOf(site)).map(
      ([scheme, colour]) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}">`,
    ),
  ].join('');
}

function paperOf({ brand }: Pick<SiteSettings, 'brand'>) {
  if (hasDefaultColours(brand)) return defaultPaper;
  const { light, dark } = makePalette(brand);
  return { light: light.paper, dark: dark.paper };
}

function manifestOf(site: SiteSettings): string {
  const { name, short_name } = site.company;
  const { language } = site.region;
  const { light } = paperOf(site);
  const version = brandVersion(site);
  const icon = (file: string, size: number, purpose?: 'maskable') => ({
    src: `/${file}${version ? `?v=${version}` : ''}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  });
  const usual = [icon('icon-192.png', 192), icon('icon-512.png', 512)];
  return JSON.stringify({
    name,
    short_name: short_name || name,
    start_url: '/',
    display: 'browser',
    // Browsers take a manifest without a language for English.
    ...(language !== 'en' && { lang: language }),
    background_color: light,
    theme_color: light,
    icons: version ? [...usual, icon('icon-maskable-512.png', 512, 'maskable')] : usual,
  });
}

/** Their addresses never change, so browsers revalidate these files every day. */
export function serveIcons(app: FastifyInstance, parts: IconParts): void {
  const { clientFolder, siteSettings, storage, shareCards } = parts;
  const oneDay = { 'cache-control': 'public, max-age=86400' };

  const route = (file: string, type: string, make: (site: SiteSettings) => Promise<Buffer | string>) => {
    app.get(`/${file}`, async (_request, reply: FastifyReply) => {
      const site = await siteSettings.current();
      if (brandVersion(site))
        return reply
          .headers(oneDay)
          .type(type)
          .send(await make(site));
      if (!builtFiles.includes(file)) return reply.callNotFound();
      return reply.sendFile(file, clientFolder, { immutable: false, maxAge: '1d' });
    });
  };
  const draw = async (site: SiteSettings, { size, shape }: IconFile) => {
    const sign = await readIconSign(iconOfSite(site), site, storage);
    return inColours(sign, site, drawIcon(sign, size, shape, paperOf(site).light));
  };
  const render = (site: SiteSettings, icon: IconFile) =>
    shareCards.get(`icon-${icon.size}-${icon.shape}-${brandVersion(site)}.png`, () => draw(site, icon));

  for (const [file, icon] of Object.entries(pngFiles)) route(file, 'image/png', (site) => render(site, icon));
  route('favicon.svg', 'image/svg+xml', (site) => draw(site, { size: 64, shape: 'small' }));
  route('favicon.ico', 'image/x-icon', async (site) => {
    const pictures = icoSizes.map(
      async (size) => [size, await render(site, { size, shape: 'small' })] as const,
    );
    return packIco(new Map(await Promise.all(pictures)));
  });
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .headers(oneDay)
      .type('application/manifest+json')
      .send(manifestOf(await siteSettings.current())),
  );
}

/** Pictures and letters have their own colours. */
function inColours(sign: IconSign, { brand }: SiteSettings, svg: string): string {
  return sign.kind === 'mark' && !hasDefaultColours(brand) ? recolour(svg, brand) : svg;
}
