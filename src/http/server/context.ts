import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { ViewerToken } from '../../database/ctx.ts';
import type { RateLimiter } from '../../limits/rate-limiter.ts';
import { findPdfProblem } from '../../pictures/files/file-types.ts';
import type { BackgroundTasks } from '../../shared/background-tasks.ts';
import { TooManyTries } from '../../shared/errors.ts';
import {
  type CallProcedure,
  CallRefused,
  type RenderedPage,
  type RenderPage,
} from '../../shared/page-renderer.ts';
import { isRefusedEvent } from '../../shared/security-events.ts';
import type { Language } from '../../shared/settings/fields/region.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import type { Context, ContextParts } from '../../trpc/context.ts';
import { translateError } from '../../trpc/errors.ts';
import { readIdempotencyKey } from '../../trpc/idempotent.ts';
import { createLiveStreams } from '../../trpc/live-streams.ts';
import { createPresence } from '../../trpc/presence.ts';
import { receiveForm } from '../api/multipart.ts';
import { type BodyCounter, declaredLength } from './body-limits.ts';
import { logUnexpected } from './errors.ts';
import { clientAddress } from './hosts.ts';
import {
  anonymous,
  cookieNames,
  readCredentials,
  type FindViewer,
  identifyCaller,
  responseCookies,
} from './identity.ts';

/** A failed call throws `CallRefused`. */
function createCaller(router: AnyRouter, ctx: Context, log: FastifyBaseLogger): CallProcedure {
  return async (path, input) => {
    try {
      const getRawInput = async () => input;
      return await callTRPCProcedure({
        router,
        path,
        ctx,
        type: 'query',
        getRawInput,
        signal: undefined,
        batchIndex: 0,
      });
    } catch (error) {
      const translated = translateError(error);
      logUnexpected(log, error, translated, path);
      throw new CallRefused(translated.body.message, translated.status);
    }
  };
}

interface LimitReport {
  policy: string;
  /** The calls that the limit allows in `seconds`. */
  max: number;
  seconds: number;
  left: number;
  /** The seconds until the caller has the whole limit again. */
  fullIn: number;
}

/** As draft-ietf-httpapi-ratelimit-headers defines them. */
function setLimitHeaders(reply: FastifyReply, { policy, max, seconds, left, fullIn }: LimitReport): void {
  reply.header('ratelimit-policy', `"${policy}";q=${max};w=${seconds}`);
  reply.header('ratelimit', `"${policy}";r=${left};t=${fullIn}`);
}

/** The response headers report the limit with the fewest calls left. */
function reportLimits(limits: RateLimiter, reply: FastifyReply): RateLimiter {
  let least = Number.POSITIVE_INFINITY;
  return limits.reportingTo(({ policy = '', max, windowMs }, left, fullInMs) => {
    if (left > least) return;
    least = left;
    setLimitHeaders(reply, {
      policy,
      max,
      seconds: windowMs / 1000,
      left,
      fullIn: Math.ceil(fullInMs / 1000),
    });
  });
}

export interface ContextFactoryParts extends ContextParts {
  database: Database;
  findViewer: FindViewer;
  background: BackgroundTasks;
  clock: () => Date;
  /** From 0 up to, but not including, 1. */
  random: () => number;
  quarantine: string;
  router: AnyRouter;
  renderPage: RenderPage;
}

export type CreateContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  facts?: Partial<Pick<Context['request'], 'isBatch' | 'isStream' | 'pathParameters'>> & {
    /** Treats the caller as a visitor, even with a valid session. */
    isAnonymous?: boolean;
  },
) => Promise<Context>;

export function contextFactory(
  app: FastifyInstance,
  {
    database,
    findViewer,
    background,
    clock,
    random,
    quarantine,
    router,
    renderPage,
    ...parts
  }: ContextFactoryParts,
  holder: BodyCounter,
  renderStill: (page: RenderedPage, site: SiteSettings) => Promise<string>,
): CreateContext {
  const live = createLiveStreams(database.events);
  const presence = createPresence(database.events);
  // Streams do not end by themselves, and the server waits for every response before it closes.
  app.addHook('preClose', async () => live.close());
  const { publicUrl } = parts;
  const { findProblem, findLogoProblem, findLibraryProblem } = parts.pictures;
  const checks = {
    picture: findProblem,
    logo: findLogoProblem,
    pdf: findPdfProblem,
    media: findLibraryProblem,
    // The import names what is wrong by its line.
    xliff: async () => undefined,
  };
  const createContext: CreateContext = async (request, reply, { isAnonymous = false, ...facts } = {}) => {
    const now = clock();
    let em: Context['em'] | undefined;
    const identity = isAnonymous
      ? anonymous
      : await identifyCaller(request, findViewer, publicUrl, { now, isActivity: !facts.isStream });
    const isStillSignedIn = async () => {
      const use = { now: clock(), isActivity: false };
      const { viewer } = await identifyCaller(request, findViewer, publicUrl, use);
      const [known, present] = [identity.viewer, viewer];
      return present !== null && present.session_id === known?.session_id && present.role === known.role;
    };
    return {
      ...parts,
      ...identity,
      live,
      presence,
      isStillSignedIn,
      countCall: ({ id, per_minute }: ViewerToken) => {
        const { isTaken, left, fullIn, nextIn } = parts.callLimiter(id, per_minute, now);
        setLimitHeaders(reply, { policy: 'token', max: per_minute, seconds: 60, left, fullIn });
        if (isTaken) return;
        const message = `This API token may make ${per_minute} calls a minute. Please wait a moment.`;
        throw new TooManyTries(message, { retryAfter: nextIn });
      },
      limits: reportLimits(parts.limits, reply),
      // On demand, because most calls only read.
      get em() {
        em ??= database.fork();
        return em;
      },
      read: identity.viewer ? database.read : database.visitors,
      now,
      request: {
        id: request.id,
        address: clientAddress(request),
        bodyBytes: declaredLength(request),
        isJson: /^application\/json\b/i.test(request.headers['content-type'] ?? ''),
        userAgent: request.headers['user-agent'] ?? '',
        credentials: readCredentials(request, publicUrl),
        deviceCookie: request.cookies[cookieNames(publicUrl).device],
        flowCookie: request.cookies[cookieNames(publicUrl).flow],
        repeatKey: readIdempotencyKey(request.headers),
        isBatch: false,
        isStream: false,
        pathParameters: {},
        logSecurity: (line) => request.log[isRefusedEvent(line.type) ? 'warn' : 'info'](line),
        ...facts,
      },
      receiveForm: (rules, fields) => {
        const senders = identity.viewer ? 'signed-in' : 'strangers';
        return receiveForm(request, rules, {
          folder: quarantine,
          checks,
          fields,
          holdText: (bytes) => holder.text(request, senders, bytes),
          beginForm: (end) => holder.form(request, senders, end),
        });
      },
      setStatus: (status) => void reply.code(status),
      cookies: responseCookies(reply, publicUrl),
      warn: (line, facts = {}) => request.log.warn(facts, line),
      clock,
      later: (job, withinMs = 0, afterMs = 0) => {
        const onError = (err: unknown) => request.log.error({ err }, 'work after the answer failed');
        background.run(job, onError, afterMs + random() * withinMs);
      },
      renderDraft: async (path, site, around) => {
        const call = await createAnonymousCaller(router, createContext, request, reply, site.shown.language);
        const page = await (around
          ? renderPage(path, around(call), site, undefined, {})
          : renderPage(path, call, site));
        if (page.error) request.log.error({ err: page.error }, 'a preview could not be rendered');
        return { status: page.status, document: await renderStill(page, site) };
      },
    };
  };
  return createContext;
}

export async function createAnonymousCaller(
  router: AnyRouter,
  createContext: CreateContext,
  request: FastifyRequest,
  reply: FastifyReply,
  language?: Language,
): Promise<CallProcedure> {
  const ctx = await createContext(request, reply, { isAnonymous: true });
  return createCaller(router, language ? showIn(ctx, language) : ctx, request.log);
}

/** Makes all that the calls read be in a language of the site. A copy of `ctx` would create the entity manager. */
export function showIn(ctx: Context, language: Language): Context {
  const { siteSettings } = ctx;
  const current: typeof siteSettings.current = (named) => siteSettings.current(named ?? language);
  return Object.assign(ctx, { siteSettings: { ...siteSettings, current } });
}
