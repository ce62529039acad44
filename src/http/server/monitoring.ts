import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ResponseCache } from '../../cache/response-cache.ts';
import type { Database } from '../../database/database.ts';
import type { PictureStore } from '../../pictures/processing/picture-store.ts';
import { Forbidden, NotSignedIn } from '../../shared/errors.ts';

/** Load balancers do not wait much longer. */
const answerWithinMs = 1000;

/** `/healthz`: the process is alive. `/readyz`: database and storage respond, or `isReady` rejects. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<void>): void {
  let asking: Promise<void> | undefined;
  // Anybody may call this. Concurrent calls share one question, which cannot take all connections.
  const askOnce = () => {
    asking ??= isReady().finally(() => (asking = undefined));
    return asking;
  };

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await inTime(askOnce());
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '5').send({ status: 'not ready' });
    }
  });
}

async function inTime(work: Promise<void>): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), answerWithinMs);
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * @throws {NotSignedIn} when the configured token is missing or wrong, {Forbidden} from elsewhere or through
 * a proxy without one
 */
function expectMayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const sent = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const [one, other] = [sent, token].map((text) => createHash('sha256').update(text).digest());
    if (!timingSafeEqual(one!, other!)) throw new NotSignedIn('The metrics need their token.');
    return;
  }
  // No header is trusted for the caller's address. A proxy on this machine would make the metrics public.
  const isOwn = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  if (!isOwn || proxyHeaders.some((name) => headers[name] !== undefined)) {
    throw new Forbidden('The metrics are for this machine only, unless METRICS_TOKEN is set.');
  }
}

interface MetricParts {
  router: AnyRouter;
  database: Pick<Database, 'pool' | 'read'>;
  pictures: Pick<PictureStore, 'load'>;
  responseCache: Pick<ResponseCache, 'bytes' | 'counts'>;
  /** Without one, any caller on this machine may read the metrics, except through a proxy. */
  metricsToken?: string | undefined;
}

const loopDelayResolutionMs = 20;
const latencySeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const nanoseconds = 1e9;
const signIns = ['/api/admin/login', '/api/admin/sso/login', 'trpc auth.login', 'trpc sso.login'];

/** Returns what counts an answer that Fastify has not sent. */
export function serveMetrics(app: FastifyInstance, parts: MetricParts): CountAnswer {
  const registry = new Registry();
  const countAnswer = countRequests(app, registry, parts.router);
  watchEventLoop(app, registry);
  watchQueues(registry, parts);
  watchResponseCache(registry, parts.responseCache);
  watchWebhooks(registry, parts.database);
  watchProcess(registry);
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    expectMayReadMetrics(request, parts.metricsToken);
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
  return countAnswer;
}

function countRequests(app: FastifyInstance, registry: Registry, router: AnyRouter): CountAnswer {
  const registers = [registry];
  const requests = new Counter({
    name: 'atrium_requests_total',
    help: 'Answered requests by method, route and class of status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'atrium_request_seconds',
    help: 'Time from a request to the end of its answer; streams are left out',
    labelNames: ['route'],
    buckets: latencySeconds,
    registers,
  });
  const refused = new Counter({
    name: 'atrium_sign_ins_refused_total',
    help: 'Refused sign-ins by status: 422 wrong, 429 too many tries, 403 no role, 409 no link',
    labelNames: ['status'],
    registers,
  });
  const count = (method: string, route: string, status: number, ms?: number) => {
    requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
    if (ms !== undefined) latency.observe({ route }, ms / 1000);
  };
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request, router);
    const { statusCode } = reply;
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    count(request.method, route, statusCode, isStream ? undefined : reply.elapsedTime);
    if (signIns.includes(route) && statusCode >= 400) refused.inc({ status: String(statusCode) });
  });
  return (method, request, status, ms) => count(method, routeOf(request, router), status, ms);
}

export interface RouteOfRequest {
  routeOptions: { url?: string | undefined };
  params: unknown;
}

type CountAnswer = (method: string, route: RouteOfRequest, status: number, ms: number) => void;

/** A limited number of names, whatever clients request. */
function routeOf({ routeOptions, params }: RouteOfRequest, router: AnyRouter): string {
  const { url } = routeOptions;
  if (url !== '/trpc/:path') return url ?? 'none';
  const { path = '' } = params as { path?: string };
  if (Object.hasOwn(router._def.procedures, path)) return `trpc ${path}`;
  return path.includes(',') ? 'trpc batch' : 'trpc none';
}

function watchEventLoop(app: FastifyInstance, registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: loopDelayResolutionMs });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  new Gauge({
    name: 'atrium_event_loop_delay_seconds',
    help: 'How late the event loop came since the last look, above what it waits by itself',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      const own = loopDelayResolutionMs / 1000;
      const late = (value: number) => Math.max(0, (value || 0) / nanoseconds - own);
      for (const percent of [50, 99]) this.set({ quantile: percent / 100 }, late(delay.percentile(percent)));
      this.set({ quantile: 1 }, late(delay.max));
      delay.reset();
    },
  });
}

function watchQueues(registry: Registry, { database, pictures }: MetricParts): void {
  const registers = [registry];
  new Gauge({
    name: 'atrium_database_connections',
    help: 'Connections of the pool; SQLite has none',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.pool() ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'atrium_picture_jobs',
    help: 'Pictures that are worked on, and that wait for it',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(pictures.load())) this.set({ state }, count);
    },
  });
}

function watchResponseCache(registry: Registry, cache: MetricParts['responseCache']): void {
  const registers = [registry];
  new Counter({
    name: 'atrium_response_cache_requests_total',
    help: 'Responses that are the same for all visitors, by whether they came from the cache or were made',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      const { hits, misses } = cache.counts();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  });
  new Gauge({
    name: 'atrium_response_cache_bytes',
    help: 'Bytes of the cached responses with their compressed bodies',
    registers,
    collect() {
      this.set(cache.bytes());
    },
  });
}

/** The last values stay while the database is away. */
function watchWebhooks(registry: Registry, { read }: Pick<Database, 'read'>): void {
  new Gauge({
    name: 'atrium_webhook_deliveries',
    help: 'Deliveries of webhooks of the last 30 days, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const query = read
        .selectFrom('webhook_deliveries')
        .select(['state', (eb) => eb.fn.countAll().as('count')]);
      const rows = await query
        .groupBy('state')
        .execute()
        .catch(() => undefined);
      if (!rows) return;
      this.reset();
      for (const { state, count } of rows) this.set({ state }, Number(count));
    },
  });
  new Gauge({
    name: 'atrium_webhooks',
    help: 'Webhooks that are on, that are on without a success, and that are off',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const query = read.selectFrom('webhooks').select(['is_active', 'failing_since']);
      const rows = await query.execute().catch(() => undefined);
      if (!rows) return;
      const states = rows.map((row) =>
        row.is_active ? (row.failing_since === null ? 'on' : 'failing') : 'off',
      );
      for (const state of ['on', 'failing', 'off'])
        this.set({ state }, states.filter((one) => one === state).length);
    },
  });
}

function watchProcess(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, in seconds since 1970',
    registers,
    collect() {
      this.set(Math.round(Date.now() / 1000 - process.uptime()));
    },
  });
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
}
