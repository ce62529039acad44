import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PngCache } from '../../pictures/processing/png-cache.ts';
import type { Storage } from '../../pictures/files/storage.ts';
import { logoOfSite } from '../../shared/brand/site-logo.ts';
import { CallRefused } from '../../shared/page-renderer.ts';
import type { Language } from '../../shared/settings/fields/region.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { cardAddress, type ShareCard } from '../../shared/share-card.ts';
import { drawShareCard } from '../drawings/share-card.ts';
import { createAnonymousCaller, type CreateContext } from '../server/context.ts';
import { readIconSign } from './icons.ts';

interface CardParts {
  router: AnyRouter;
  shareCards: PngCache;
  siteSettings: SiteSettingsSource;
  storage: Storage;
}
type CardRequest = FastifyRequest<{ Params: { file: string } }>;

const filePattern = /^(?:([a-z]{2})-)?([a-z]+-[a-z0-9]+)-[0-9a-z]{1,7}\.png$/;

/** An outdated address redirects to the current card. */
export function serveShareCards(
  app: FastifyInstance,
  { router, shareCards, siteSettings, storage }: CardParts,
  createContext: CreateContext,
): void {
  app.get('/cards/:file', async (request: CardRequest, reply) => {
    const [, tag, name] = filePattern.exec(request.params.file) ?? [];
    const site = await siteSettings.current(tag as Language | undefined);
    const call = await createAnonymousCaller(router, createContext, request, reply, site.shown.language);
    const card = name && (await call('site.shareCard', { name }).catch(nothingWhenMissing));
    if (!card) return reply.callNotFound();
    const address = cardAddress(card as ShareCard, site);
    if (address !== `/cards/${request.params.file}`) {
      return reply.header('cache-control', 'no-cache').redirect(address, 302);
    }
    const picture = await shareCards.get(request.params.file, () =>
      drawCard(card as ShareCard, site, storage),
    );
    return reply
      .headers({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture);
  });
}

async function drawCard(card: ShareCard, site: SiteSettings, storage: Storage): Promise<string> {
  return drawShareCard(card, site, await readIconSign(logoOfSite(site), site, storage));
}

function nothingWhenMissing(error: unknown): undefined {
  if (error instanceof CallRefused && error.data.httpStatus === 404) return undefined;
  throw error;
}
