import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createMissedAddressCounter } from '../../content/addresses/missed-addresses.ts';
import { isWordPressQuery } from '../../content/addresses/moved-pages.ts';
import type { Database } from '../../database/database.ts';
import { listOutsidePictures } from '../../modules/portfolio/public-projects.ts';
import type { BackgroundTasks } from '../../shared/background-tasks.ts';
import { NotFound } from '../../shared/errors.ts';
import type { IdentityProvider } from '../../security/identity-provider.ts';
import type { ReadPreview, RenderedPage, RenderPage } from '../../shared/page-renderer.ts';
import { pageRoutes } from '../../shared/public-pages.ts';
import { splitLanguage } from '../../shared/site-languages.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import type { Context } from '../../trpc/context.ts';
import { translateError } from '../../trpc/errors.ts';
import type { SendCached } from '../plugins/cached-responses.ts';
import { sendCompressed } from '../plugins/compression.ts';
import { createAnonymousCaller, type CreateContext } from '../server/context.ts';
import { isApiPath, sendError } from '../server/errors.ts';
import { publicPolicy } from '../server/headers.ts';
import { isServerBusy, expectNotBusy } from '../server/overload.ts';
import { renderAdminHtml } from './admin-html.ts';
import { type BrandParts, serveBrandStyles } from './brand-styles.ts';
import { readEntryTags } from './client-assets.ts';
import {
  type PageDocuments,
  cspHashesIn,
  originsOf,
  speculationRulesCspHash,
  themeScriptCspHash,
} from './documents.ts';
import { type IconParts, serveIcons } from './icons.ts';
import { servePageForms, type ShowPostedForm } from './page-forms.ts';

interface PageCacheKeys {
  keyOf(url: string): string;
  learn(url: string, queries: readonly string[]): void;
}

const maxPaths = 1000;

/** Each rendering reports the query parameters that its page reads, which are then part of the key. */
function createPageCacheKeys(): PageCacheKeys {
  const read = new Map<string, ReadonlySet<string>>();
  return {
    keyOf: (url) => {
      const { pathname, searchParams } = new URL(`http://site${url}`);
      if (searchParams.size === 0) return pathname;
      const known = read.get(pathname);
      const queries = [...searchParams].filter(([name]) => !known || known.has(name));
      const text = new URLSearchParams(queries.sort(byName)).toString();
      return text ? `${pathname}?${text}` : pathname;
    },
    learn: (url, queries) => {
      const { pathname } = new URL(`http://site${url}`);
      // The known ones stay, because different states of a page may read different parameters.
      const all = new Set([...(read.get(pathname) ?? []), ...queries]);
      read.delete(pathname);
      read.set(pathname, all);
      if (read.size > maxPaths) read.delete(read.keys().next().value ?? '');
    },
  };
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : Number(one > other);
}

export interface PageParts extends BrandParts, IconParts {
  router: AnyRouter;
  renderPage: RenderPage;
  publicUrl: string;
  sso: IdentityProvider | null;
  readPreview: ReadPreview<Context>;
  database: Database;
  background: BackgroundTasks;
  clock: () => Date;
}

const panelEntry = 'client/entry-admin.tsx';
const documentType = 'text/html; charset=utf-8';
const inlineScripts = [themeScriptCspHash, speculationRulesCspHash];

export async function servePages(
  app: FastifyInstance,
  parts: PageParts,
  createContext: CreateContext,
  sendCached: SendCached,
  documents: PageDocuments,
): Promise<void> {
  const { clientFolder, router, renderPage, siteSettings, readPreview } = parts;
  const panelTags = await readEntryTags(clientFolder, panelEntry);
  await app.register(fastifyStatic, {
    root: join(clientFolder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
    decorateReply: true,
  });
  serveIcons(app, parts);
  await serveBrandStyles(app, parts);

  const findPictureHosts = async (request: FastifyRequest) => {
    try {
      return originsOf(await listOutsidePictures(parts.database));
    } catch (err) {
      request.log.error({ err }, 'the hosts of pictures could not be read');
      return [];
    }
  };
  const sendPanel = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const { document, policy, openerPolicy } = renderAdminHtml(path, {
      tags: panelTags,
      sso: parts.sso,
      site: await siteSettings.current(),
      publicUrl: parts.publicUrl,
      pictureHosts: await findPictureHosts(request),
    });
    reply.header('cross-origin-opener-policy', openerPolicy).header('cache-control', 'no-store');
    return asDocument(reply, policy).send(document);
  };
  app.get('/admin', sendPanel);
  app.get('/admin/*', sendPanel);

  // Both spellings are common. The address of the page is `/career`.
  app.get('/careers', (_request, reply) => reply.redirect('/career', 301));

  const sendRendered = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: RenderedPage,
    site: SiteSettings,
  ) => {
    if (page.error) request.log.error({ err: page.error }, 'a page could not be rendered');
    return sendCompressed(
      request,
      asDocument(reply, publicPolicy(cspHashesIn(page.html), inlineScripts)),
      await documents.render(page, site),
    );
  };

  const languageOf = async (url: string) => {
    const { languages } = await siteSettings.current();
    const { of, rest } = splitLanguage(languages.shown, url);
    return { address: rest, site: await siteSettings.current(of?.language) };
  };
  const findMoved = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = await createAnonymousCaller(router, createContext, request, reply);
    const { path } = (await call('site.moved', { path: request.url })) as { path: string | null };
    return path;
  };
  /** Neither read from a cache nor stored in one. A link without a draft leads to the public page. */
  const sendPreview = async (request: FastifyRequest, reply: FastifyReply) => {
    expectNotBusy(app);
    reply.headers(previewHeaders);
    const ctx = await createContext(request, reply);
    const { pathname } = new URL(`http://site${request.url}`);
    const draft = await readPreview(ctx, pathname, previewToken(request.url) ?? '');
    // As the visitor requested it: a resolved path could begin with `//`, which leads to another host.
    if (!draft) return reply.redirect(request.url.split('?', 1)[0]!, 302);
    const site = await siteSettings.current(draft.language);
    const call = await createAnonymousCaller(router, createContext, request, reply, site.shown.language);
    const page = await renderPage(draft.path, draft.around(call), site, undefined, {
      validUntil: draft.validUntil,
    });
    if (page.location) reply.header('location', page.location);
    return sendRendered(request, reply.code(page.status), page, site);
  };

  const keys = createPageCacheKeys();
  const missed = createMissedAddressCounter(parts);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!['GET', 'HEAD'].includes(request.method) || isApiPath(request.url)) {
      return sendError(reply, translateError(new NotFound('There is nothing at this address.')));
    }
    if (previewToken(request.url) !== undefined) return sendPreview(request, reply);
    reply.header('cache-control', 'no-cache');
    // The home page would answer an old address of WordPress, such as `/?p=12`.
    const moved = isWordPressQuery(request.url) && (await findMoved(request, reply));
    if (moved) return reply.redirect(moved, 301);
    const url = keys.keyOf(request.url);
    await sendCached(request, reply, `page ${url}`, async () => {
      const location = isServerBusy(app) && (await findMoved(request, reply));
      if (location) return { status: 301, body: '', headers: { location } };
      expectNotBusy(app);
      const { address, site } = await languageOf(url);
      const call = await createAnonymousCaller(router, createContext, request, reply, site.shown.language);
      const page = await renderPage(address, call, site);
      if (page.error) request.log.error({ err: page.error }, 'a page could not be rendered');
      if (page.queries) keys.learn(url, page.queries);
      return {
        status: page.status,
        body: await documents.render(page, site, {
          looksAhead: page.status === 200,
          isCounted: page.status === 200 && site.privacy.counts_visits,
        }),
        headers: {
          'content-type': documentType,
          ...(page.location && { location: page.location }),
          'content-security-policy': publicPolicy(cspHashesIn(page.html), inlineScripts),
          // A cached failure would outlast its cause.
          ...(page.status >= 500 && { 'cache-control': 'no-store' }),
        },
      };
    });
    if (reply.statusCode === 404 && request.method === 'GET') missed.count(request.url);
    return reply;
  };
  // A route for each page, so that metrics and the log can name it.
  for (const url of pageRoutes)
    app.route({ method: ['GET', 'HEAD'], url, exposeHeadRoute: false, handler: sendPage });
  app.setNotFoundHandler(sendPage);

  const showPosted: ShowPostedForm = async (request, reply, posted) => {
    const { address, site } = await languageOf(request.url);
    const call = await createAnonymousCaller(router, createContext, request, reply, site.shown.language);
    const page = await renderPage(address, call, site, posted);
    if (page.location) return reply.header('cache-control', 'no-store').redirect(page.location, 303);
    const status = page.status === 200 ? (posted.failure?.status ?? 200) : page.status;
    reply.code(status).header('cache-control', 'no-store');
    return sendRendered(request, reply, page, site);
  };
  servePageForms(app, parts, createContext, showPosted);
}

const previewPattern = /^\/(?:blog|career|pages|portfolio)\/[^?]*\?(.*)$/;
const previewHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  // The address contains a secret, which other sites must not receive by a picture or a followed link.
  'referrer-policy': 'no-referrer',
};

function previewToken(url: string): string | undefined {
  const [, query] = previewPattern.exec(url) ?? [];
  return (query && new URLSearchParams(query).get('preview')) ?? undefined;
}

function asDocument(reply: FastifyReply, policy: string): FastifyReply {
  return reply.type(documentType).header('content-security-policy', policy);
}
