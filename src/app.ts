import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serveApiDocs } from './http/api/api-docs.ts';
import { acceptEmptyJson } from './http/api/json-bodies.ts';
import { serveOpenApi } from './http/api/openapi-route.ts';
import { mountRest } from './http/api/rest.ts';
import { mountTrpc } from './http/api/trpc.ts';
import { serveFeeds } from './http/pages/feeds.ts';
import { type PageParts, servePages } from './http/pages/pages.ts';
import { serveShareCards } from './http/pages/share-cards.ts';
import { serveSitemap } from './http/pages/sitemap.ts';
import { cacheResponses } from './http/plugins/response-cache.ts';
import { serveUploads } from './http/plugins/uploads.ts';
import { guardBodies, otherBodies } from './http/server/bodies.ts';
import { type CallParts, contextFactory } from './http/server/context.ts';
import { brokenRequestAnswer, handleErrors } from './http/server/errors.ts';
import { addHeaders } from './http/server/headers.ts';
import { serveHealth } from './http/server/health.ts';
import { hostCheck, refuseOtherHosts } from './http/server/hosts.ts';
import { refuseForeignOrigin, refuseForgedForm } from './http/server/identity.ts';
import { withoutQueries } from './http/server/log.ts';
import { serveMetrics } from './http/server/metrics.ts';
import { refuseOverload } from './http/server/overload.ts';
import { endSlowClients } from './http/server/slow-clients.ts';
import type { ShareCards } from './media/share-cards.ts';
import type { Storage } from './media/storage.ts';
import type { AppRouter } from './router.ts';

export interface AppParts extends CallParts, PageParts {
  router: AppRouter;
  storage: Storage;
  shareCards: ShareCards;
  /** Who shows it may read `/metrics`; unset: whoever asks on this machine. */
  metricsToken?: string | undefined;
  /** From how late an event loop on requests are refused, in milliseconds; unset or 0: never. */
  maxLoopDelayMs?: number | undefined;
  /** How long a CDN may show what all visitors get alike without asking; unset: it asks each time. */
  cdnSeconds?: number;
  trustProxy: false | number | string[];
  /** Host names that are answered besides the one of `publicUrl`. */
  allowedHosts?: readonly string[];
  logger: FastifyServerOptions['logger'];
}

// Bounded, so that clients that send nothing, or read nothing, do not hold sockets for ever; a phone may still send 10 MB slowly.
// Together with the moment of the next look: headers 15 s, a connection between two requests 30 s.
const requestTimeoutMs = 10 * 60_000;
const keepAliveMs = 29_000;
const headersTimeoutMs = 10_000;
const lookEveryMs = 5000;
/** Nothing at all moves, neither in nor out: an answer that is not read, or one that takes too long to be of use. */
const standstillMs = 60_000;

/** Assembles the server from the parts it is handed. It opens no port. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { router, database, storage, publicUrl } = parts;
  const app = fastify({
    logger: withoutQueries(parts.logger),
    trustProxy: toTrust(parts.trustProxy),
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: otherBodies,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    // What still comes on a connection that stands is answered, and the connection ended with it; new ones are refused.
    return503OnClosing: false,
    // A batch names all its calls in its address: one that is far too long is refused as such, not for its address.
    routerOptions: { maxParamLength: 16_384 },
    connectionTimeout: standstillMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: lookEveryMs },
    clientErrorHandler: brokenRequestAnswer(publicUrl),
  });
  handleErrors(app);
  // Before all other hooks: a cached response already has the headers that they add.
  const findHostProblem = hostCheck(publicUrl, parts.allowedHosts ?? []);
  const { sendCached, responseCache } = cacheResponses(
    app,
    database.content,
    findHostProblem,
    parts.cdnSeconds,
  );
  endSlowClients(app);
  releaseAtClose(app);
  acceptEmptyJson(app);
  await addHeaders(app, publicUrl);
  refuseOtherHosts(app, findHostProblem);
  await refuseOverload(app, parts.maxLoopDelayMs ?? 0);
  await app.register(cookie);
  const holder = guardBodies(app, parts);
  await app.register(multipart);

  serveMetrics(app, { ...parts, responseCache });
  const createContext = contextFactory(app, parts, holder);
  app.register(async (api) => {
    api.addHook('onRequest', async (request) => {
      refuseForeignOrigin(request, publicUrl);
      refuseForgedForm(request, publicUrl);
    });
    mountTrpc(api, router, { createContext, sendCached, publicUrl });
    mountRest(api, router, { createContext, sendCached, publicUrl });
  });
  serveOpenApi(app, router, publicUrl);
  serveApiDocs(app, parts.clientFolder);
  serveHealth(app, async () => {
    await Promise.all([database.ping(), storage.ping()]);
  });
  serveUploads(app, storage);
  serveShareCards(app, parts, createContext);
  serveSitemap(app, parts, createContext, sendCached);
  serveFeeds(app, parts, createContext, sendCached);
  await servePages(app, parts, createContext, sendCached);
  return app;
}

/** A connection whose request was under way when the server began to close stays open after its answer: it would be waited for. */
function releaseAtClose(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), 100).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Fastify 5.12 takes a number of hops and then trusts none of them: the hops are counted here. */
function toTrust(proxies: AppParts['trustProxy']): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** An address that can not be decoded names nothing, and is looked for as it is written: a 404 and not a broken request. */
function readableUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
