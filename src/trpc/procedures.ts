import type { Viewer } from '../database/work.ts';
import { Forbidden, NotSignedIn, TooManyTries } from '../shared/errors.ts';
import { can, type Grant } from '../shared/roles.ts';
import { t } from './init.ts';
import { judgingInOneGo } from './one-go.ts';

/** The calls of one batch run side by side: each has an entity manager of its own. */
const base = judgingInOneGo(t.procedure).use(({ ctx, next }) =>
  ctx.request.isBatch ? next({ ctx: { em: ctx.em.fork() } }) : next(),
);

/** Anybody may call it. */
export const publicProcedure = base.meta({ access: 'everybody' });

/** Somebody must be signed in, in whatever role. */
export const signedIn = base.meta({ access: 'signed-in' }).use(async ({ ctx, path, next }) => {
  if (ctx.refusal) throw ctx.refusal;
  const { viewer } = ctx;
  if (!viewer) throw new NotSignedIn('Please sign in.');
  // The context goes on as it is: only its type says more now.
  const result = await next<{ viewer: Viewer }>({});
  if (!result.ok && result.error.cause instanceof Forbidden) ctx.noteDenial({ ...ctx, viewer }, path);
  return result;
});

/** The caller's role must hold the grant. */
export function allowed(grant: Grant) {
  return signedIn.meta({ access: grant }).use(({ ctx, next }) => {
    if (!can(ctx.viewer.role, grant)) throw new Forbidden('Your role does not permit this.');
    return next();
  });
}

/**
 * The input comes as a multipart form with the files that the procedure's `rest()` names. It is received here, so
 * after the rights are settled, and what nobody took over is gone afterwards, whether the act succeeded or not.
 */
export const takesForm = t.middleware(async ({ ctx, meta, next }) => {
  const form = await ctx.receiveForm(meta?.files ?? {});
  try {
    return await next({ getRawInput: async () => ({ ...form.fields, ...ctx.request.pathParameters }) });
  } finally {
    await form.discard();
  }
});

/** Refused inside a batch: one request must not carry many tries at a secret. */
export const notInBatch = t.middleware(({ ctx, next }) => {
  if (ctx.request.isBatch) {
    throw new TooManyTries('This call is not taken together with others.', { retryAfter: 1 });
  }
  return next();
});
