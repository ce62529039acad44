import { initTRPC } from '@trpc/server';
import type { Viewer, ViewerToken } from '../database/ctx.ts';
import {
  EnrolmentRequired,
  Forbidden,
  NotFound,
  NotSignedIn,
  ScopeMissing,
  StepUpRequired,
  TokenNotPermitted,
  TooManyTries,
} from '../shared/errors.ts';
import { hasGrant, type Grant } from '../shared/grants.ts';
import { includesScope } from '../shared/scopes.ts';
import type { FeatureName } from '../shared/settings/fields/features.ts';
import type { Context, SignedInContext } from './context.ts';
import { translateError } from './errors.ts';
import { bodyRulesOf, type ProcedureMeta, scopesOfProcedure } from './procedure-meta.ts';

// Pings stop proxies from closing an idle stream, and let the browser notice a broken one.
const pingEveryMs = 15_000;
const silenceMs = 40_000;

export const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    sse: {
      ping: { enabled: true, intervalMs: pingEveryMs },
      client: { reconnectAfterInactivityMs: silenceMs },
    },
    errorFormatter: ({ shape, error, ctx }) => {
      const { status, body } = translateError(error);
      return {
        ...shape,
        message: body.message,
        data: { httpStatus: status, request_id: ctx?.request.id ?? '', ...body },
      };
    },
  });

export const { router } = t;

const base = t.procedure;

export const publicProcedure = base
  .meta({ access: 'everybody' })
  .use(({ ctx, next }) => (ctx.request.isBatch ? next({ ctx: ofItsOwn(ctx) }) : next()));

/** While the feature is switched off, a call fails as if the procedure did not exist. */
export function publicProcedureOf(feature: FeatureName) {
  return publicProcedure.use(async ({ ctx, next }) => {
    const { features } = await ctx.siteSettings.current();
    if (!features[feature]) throw new NotFound('There is nothing at this address.');
    return next();
  });
}

export const signedInProcedure = admitting('signed-in');
/** For sensitive acts: also requires a recent proof of identity. */
export const signedInProcedureWithStepUp = admitting('signed-in', { isGuarded: true });

export function procedureWithGrant(grant: Grant) {
  return admitting(grant);
}

/** For sensitive acts: also requires a recent proof of identity. */
export function procedureWithGrantAndStepUp(grant: Grant) {
  return admitting(grant, { isGuarded: true });
}

// One middleware does all checks, because each middleware of tRPC copies the call.
function admitting(access: 'signed-in' | Grant, guard: { isGuarded?: true } = {}) {
  return base.meta({ access, ...guard }).use(async ({ ctx, path, type, meta, next }) => {
    if (ctx.refusal) throw ctx.refusal;
    const { viewer } = ctx;
    if (!viewer) throw new NotSignedIn('Please sign in.');
    if (viewer.token) expectScopes(ctx, viewer, viewer.token, { path, type, meta });
    if (access !== 'signed-in' && !hasGrant(viewer.role, access)) {
      ctx.recordDenial({ ...ctx, viewer }, path);
      throw new Forbidden('Your role does not permit this.');
    }
    if (ctx.secondFactorRoles.includes(viewer.role)) await expectEnrolled({ ...ctx, viewer }, path);
    // A token needs no proof of its own: an admin proved their identity to give it its scopes.
    if (guard.isGuarded && !viewer.token) await expectFresh({ ...ctx, viewer });
    const result = await next<{ viewer: Viewer }>(
      ctx.request.isBatch ? { ctx: { ...ofItsOwn(ctx), viewer } } : {},
    );
    if (!result.ok && result.error.cause instanceof Forbidden) ctx.recordDenial({ ...ctx, viewer }, path);
    return result;
  });
}

interface CalledProcedure {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  meta: ProcedureMeta | undefined;
}

/** Such procedures concern the person's own account, sign-in or API tokens, or where events go. */
export function isForPeople(path: string): boolean {
  return /^(account|auth|sso|tokens|webhooks)\./.test(path);
}

/**
 * Copies the context only when the call is refused, because a copy creates the entity manager.
 * @throws {TooManyTries} when the limit of the token is used up · {TokenNotPermitted} when only people may
 * make the call · {ScopeMissing} when the token lacks a scope
 */
function expectScopes(
  ctx: Context,
  viewer: Viewer,
  token: ViewerToken,
  { path, type, meta = {} }: CalledProcedure,
): void {
  ctx.countCall(token);
  const needed = scopesOfProcedure(meta, type);
  const missing = needed?.find((scope) => !includesScope(token.scopes, scope));
  if (needed && !missing) return;
  ctx.recordDenial({ ...ctx, viewer }, path);
  if (!needed && (meta.isGuarded || isForPeople(path))) throw new TokenNotPermitted();
  throw new ScopeMissing(missing);
}

/** A second factor is set up in the person's own account. */
export function isOpenWithoutFactor(path: string): boolean {
  return /^(account|auth)\.|^sso\.beginStepUp$/.test(path);
}

/** @throws {EnrolmentRequired} when the caller must set up a second factor first */
async function expectEnrolled({ read, viewer }: SignedInContext, path: string): Promise<void> {
  if (isOpenWithoutFactor(path)) return;
  const tables = read;
  const factors = tables.selectFrom('factors').select('id').where('user_id', '=', viewer.id);
  // The provider is responsible for the second factor of accounts that single sign-on has created.
  const links = tables.selectFrom('sso_links').select('id').where('user_id', '=', viewer.id);
  const rows = await factors
    .unionAll(links.where('kind', '=', 'came'))
    .limit(1)
    .execute();
  if (rows.length === 0) throw new EnrolmentRequired();
}

const minute = 60_000;

/**
 * Reads the session again, because an earlier call of the batch may have changed it.
 * @throws {StepUpRequired} when the last proof of identity is too old
 */
async function expectFresh({
  em,
  read,
  now,
  viewer,
  stepUpMinutes,
  findProofs,
}: SignedInContext): Promise<void> {
  if (stepUpMinutes === 0) return;
  const session = await read
    .selectFrom('sessions')
    .select('proved_at')
    .where('id', '=', viewer.session_id)
    .executeTakeFirst();
  const provedAt = session?.proved_at ? new Date(session.proved_at).getTime() : 0;
  if (now.getTime() - provedAt > stepUpMinutes * minute)
    throw new StepUpRequired(await findProofs({ em }, viewer.id));
}

function ofItsOwn({ em }: Pick<Context, 'em'>): Pick<Context, 'em'> {
  return { em: em.fork() };
}

/** Receives a form after authorization, and finally deletes files that the procedure did not take. */
export const receiveFormMiddleware = t.middleware(async ({ ctx, meta, next }) => {
  if (meta?.takesJson && ctx.request.isJson) return next();
  const form = await ctx.receiveForm(bodyRulesOf(meta));
  try {
    return await next({ getRawInput: async () => ({ ...form.fields, ...ctx.request.pathParameters }) });
  } finally {
    await form.discard();
  }
});

/** Refuses batches, so that one request cannot contain many guesses of a secret. */
export const refuseInBatch = t.middleware(({ ctx, next }) => {
  if (ctx.request.isBatch) {
    throw new TooManyTries('This call is not taken together with others.', { retryAfter: 1 });
  }
  return next();
});
