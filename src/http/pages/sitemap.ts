import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../../shared/errors.ts';
import { CallRefused } from '../../shared/page-renderer.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { escapeXml } from '../../shared/xml.ts';
import type { SendCached } from '../plugins/cached-responses.ts';
import { createAnonymousCaller, type CreateContext } from '../server/context.ts';

interface SitemapParts {
  router: AnyRouter;
  publicUrl: string;
  siteSettings: SiteSettingsSource;
}
interface Addresses {
  addresses: { path: string; changed_at: string | null }[];
  parts: number;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Divides a sitemap that would be too long. */
export function serveSitemap(
  app: FastifyInstance,
  { router, publicUrl, siteSettings }: SitemapParts,
  createContext: CreateContext,
  sendCached: SendCached,
): void {
  app.get('/robots.txt', async (_request, reply) => {
    const { search } = await siteSettings.current();
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(robots(publicUrl, search.is_hidden));
  });
  const make = async (request: FastifyRequest, reply: FastifyReply, part?: number) => {
    const call = await createAnonymousCaller(router, createContext, request, reply);
    const answer = (await call('site.addresses', { part }).catch((error: unknown) => {
      if (error instanceof CallRefused && error.data.httpStatus < 500) return undefined;
      throw error;
    })) as Addresses | undefined;
    if (!answer) return undefined;
    const isIndex = part === undefined && answer.parts > 1;
    const xml = isIndex ? indexOf(answer.parts, publicUrl) : listOf(answer.addresses, publicUrl);
    return { status: 200, headers: { 'content-type': 'application/xml; charset=utf-8' }, body: xml };
  };
  const send = async (request: FastifyRequest, reply: FastifyReply, part?: number) => {
    try {
      return await sendCached(request, reply, `sitemap ${part ?? ''}`, async () => {
        const answer = await make(request, reply, part);
        if (!answer) throw new NotFound('The sitemap has no such part.');
        return answer;
      });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      return reply.callNotFound();
    }
  };
  app.get('/sitemap.xml', (request, reply) => send(request, reply));
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,6}).xml', (request, reply) =>
    send(request, reply, Number(request.params.part)),
  );
}

/** Robots may read the pages of a hidden site, because only there is the tag that hides it. */
function robots(publicUrl: string, isHidden: boolean): string {
  const closed = ['/admin', '/api', '/trpc'].map((path) => `Disallow: ${path}`);
  const sitemap = isHidden ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`];
  return ['User-agent: *', ...closed, ...sitemap, ''].join('\n');
}

function listOf(addresses: Addresses['addresses'], publicUrl: string): string {
  const lines = addresses.map(({ path, changed_at }) => {
    const changed = changed_at ? `<lastmod>${changed_at}</lastmod>` : '';
    return `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed}</url>\n`;
  });
  return `${declaration}<urlset ${namespace}>\n${lines.join('')}</urlset>\n`;
}

function indexOf(parts: number, publicUrl: string): string {
  const lines = Array.from({ length: parts }, (_, index) => {
    const address = escapeXml(`${publicUrl}/sitemap-${index + 1}.xml`);
    return `<sitemap><loc>${address}</loc></sitemap>\n`;
  });
  return `${declaration}<sitemapindex ${namespace}>\n${lines.join('')}</sitemapindex>\n`;
}
