import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { createScheduleVersion } from './cache/versioned-cache.ts';
import { readNextMoment } from './database/list/public-at.ts';
import { serveApiDocs, serveOpenApi } from './http/api/api-docs.ts';
import { type EndSessionsByProvider, serveBackchannelLogout } from './http/api/backchannel-logout.ts';
import { serveMcp } from './http/api/mcp-route.ts';
import { acceptEmptyJson, acceptMails, defaultBodyBytes, guardBodies } from './http/server/body-limits.ts';
import { mountRest } from './http/api/rest-routes.ts';
import { mountTrpc } from './http/api/trpc.ts';
import { ignoredKeyHeader, readIdempotencyKey } from './trpc/idempotent.ts';
import { createBusyPage, createDocuments } from './http/pages/documents.ts';
import { serveFeeds } from './http/pages/feeds.ts';
import { type PageParts, servePages } from './http/pages/pages.ts';
import { serveShareCards } from './http/pages/share-cards.ts';
import { serveSitemap } from './http/pages/sitemap.ts';
import { type AnswerFromCache, createCachedResponses } from './http/plugins/cached-responses.ts';
import { serveRetainedPictures, serveLibraryFiles, serveUploads } from './http/plugins/stored-files.ts';
import { createHostCheck, refuseOtherHosts, trustedHops } from './http/server/hosts.ts';
import { contextFactory, type ContextFactoryParts } from './http/server/context.ts';
import { brokenRequestAnswer, handleErrors, sendFrameworkError } from './http/server/errors.ts';
import { addHeaders, hstsOf } from './http/server/headers.ts';
import { serveHealth, serveMetrics } from './http/server/monitoring.ts';
import { refuseForeignOrigin, refuseForgedForm } from './http/server/identity.ts';
import { logEarlyAnswer, loggerWithoutQueries } from './http/server/log-lines.ts';
import { createCors } from './http/server/cors.ts';
import { createHttpServer, disconnectSlowClients } from './http/server/http-server.ts';
import { refuseSignInFloods, refuseOverload, limitRequestsPerTurn } from './http/server/overload.ts';
import { createPictureSizes } from './pictures/picture-sizes.ts';
import type { PngCache } from './pictures/processing/png-cache.ts';
import type { Storage } from './pictures/files/storage.ts';
import { createServedPictures } from './pictures/files-in-use.ts';
import type { AppRouter } from './router.ts';
import type { SettingsSource } from './settings/site-settings.ts';
import { toUtf8Path } from './shared/normalize-path.ts';

export interface AppDependencies extends ContextFactoryParts, PageParts {
  router: AppRouter;
  siteSettings: SettingsSource;
  storage: Storage;
  shareCards: PngCache;
  endByProvider: EndSessionsByProvider;
  content?: ContextFactoryParts['database']['content'];
  /** For `/metrics`. Without one, any caller on this machine may read it, except through a proxy. */
  metricsToken?: string | undefined;
  /** Requests are refused while the event loop lags longer than this. 0 or absent: no limit. */
  maxLoopDelayMs?: number | undefined;
  /** For how many seconds a CDN may serve a response without revalidating. Absent: it always revalidates. */
  cdnSeconds?: number;
  trustProxy: false | number | string[];
  allowedHosts?: readonly string[];
  hstsSubdomains?: boolean;
  apiOrigins?: readonly string[];
  logger: FastifyServerOptions['logger'];
}

export async function createApp(parts: AppDependencies): Promise<FastifyInstance> {
  const { router, database, storage, publicUrl } = parts;
  const hsts = hstsOf(publicUrl, parts.hstsSubdomains ?? false);
  const trust = trustedHops(parts.trustProxy);
  let answerFromCache: AnswerFromCache | undefined;
  const app = fastify({
    logger: loggerWithoutQueries(parts.logger),
    trustProxy: trust,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    frameworkErrors: sendFrameworkError(hsts),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: defaultBodyBytes,
    // A closing server still answers requests on open connections, then ends them.
    return503OnClosing: false,
    // A tRPC batch names all its calls in the path. One that is too long shall get its own error.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: brokenRequestAnswer(hsts),
    serverFactory: (listener) =>
      createHttpServer((request, response) => {
        if (!answerFromCache?.(request, response)) listener(request, response);
      }),
  });
  const documents = await createDocuments(parts.clientFolder);
  handleErrors(app, createBusyPage(parts, documents));
  const findHostProblem = createHostCheck(publicUrl, parts.allowedHosts ?? []);
  const content = createScheduleVersion(
    parts.content ?? database.content,
    (now) => readNextMoment(database.visitors, now),
    parts.clock,
  );
  const { sendCached, responseCache, answerEarly } = createCachedResponses(
    content,
    findHostProblem,
    parts.cdnSeconds,
  );
  disconnectSlowClients(app);
  releaseAtClose(app);
  acceptEmptyJson(app);
  acceptMails(app);
  await addHeaders(app, hsts);
  refuseOtherHosts(app, findHostProblem);
  await refuseOverload(app, parts.maxLoopDelayMs ?? 0);
  limitRequestsPerTurn(app);
  refuseSignInFloods(app, parts.passwords);
  await app.register(cookie);
  const holder = guardBodies(app, parts);
  await app.register(multipart);

  const countAnswer = serveMetrics(app, { ...parts, responseCache });
  answerFromCache = answerEarly((request, answer) => {
    countAnswer(request.method ?? 'GET', answer.route, answer.status, answer.ms);
    logEarlyAnswer(app.log, request, answer, trust);
  });
  // Fastify ends the connections of a server that closes.
  app.addHook('preClose', async () => {
    answerFromCache = undefined;
  });
  const origins = createCors(parts.apiOrigins ?? []);
  const createContext = contextFactory(app, parts, holder, documents.renderStill);
  const readDocument = serveOpenApi(app, parts, sendCached);
  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      const { url = '', config } = request.routeOptions;
      const isRest = url.startsWith('/api/');
      const isPreflight = isRest && request.method === 'OPTIONS';
      const isAdmitted = isRest && origins.admit(request, reply, config.isPublicRead ?? false);
      if (!isPreflight && !isAdmitted) refuseForeignOrigin(request, publicUrl);
      refuseForgedForm(request, publicUrl);
    });
    api.addHook('onSend', async (request, reply) => {
      const { isOnce } = request.routeOptions.config;
      if (readIdempotencyKey(request.headers) !== undefined && !isOnce?.(request))
        reply.header(ignoredKeyHeader, 'true');
    });
    mountTrpc(api, router, { createContext, sendCached, publicUrl });
    mountRest(api, router, { createContext, sendCached, publicUrl, origins });
    serveMcp(api, router, { createContext, publicUrl, readDocument });
  });
  serveBackchannelLogout(app, parts, createContext);
  serveApiDocs(app, parts);
  serveHealth(app, async () => {
    await Promise.all([database.ping(), storage.ping()]);
  });
  serveUploads(
    app,
    storage,
    createServedPictures(database),
    createPictureSizes({ ...parts, readTreatments: parts.siteSettings.treatments }),
  );
  serveRetainedPictures(app, router, createContext);
  serveLibraryFiles(app, storage, database.read);
  serveShareCards(app, parts, createContext);
  serveSitemap(app, parts, createContext, sendCached);
  serveFeeds(app, parts, createContext, sendCached);
  await servePages(app, parts, createContext, sendCached, documents);
  return app;
}

/** While closing, Fastify waits for each connection that had a running request when closing began. */
function releaseAtClose(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), 100).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function decodableUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  return isDecodable(path) ? url : [toUtf8Path(path), ...query].join('?');
}

function isDecodable(path: string): boolean {
  try {
    // Compared, so that the bundler doesn't drop the call.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
