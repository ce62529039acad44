import { z } from 'zod';
import { ById } from '../../shared/fields.ts';
import { SignedIn } from '../../shared/signed-in-views.ts';
import {
  procedureWithGrant,
  procedureWithGrantAndStepUp,
  refuseInBatch,
  publicProcedure,
  router,
  signedInProcedure,
} from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { sendSessionCookies } from '../auth/sessions.ts';
import { confirmSsoEmail, confirmSsoLink, endSsoLink, listSsoLinks } from './sso-accounts.ts';
import {
  SsoCallbackInput,
  SsoConfirmationResult,
  SsoCredentials,
  SsoLinkChoice,
  SsoLinkView,
  SsoReport,
} from './sso.schema.ts';
import { beginConfirmation, beginFlow, checkProvider, finishFlow, signInByToken } from './sign-in.ts';

const Links = z.object({ links: z.array(SsoLinkView), is_email_unconfirmed: z.boolean() });

export const ssoRouter = router({
  login: publicProcedure
    .meta(rest('POST', '/admin/sso/login', 'Sign in with a token of the single-sign-on provider'))
    .use(refuseInBatch)
    .input(SsoCredentials)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) =>
      sendSessionCookies(ctx, await signInByToken(ctx, input.access_token)),
    ),

  begin: publicProcedure
    .use(refuseInBatch)
    .output(z.object({ address: z.string() }))
    .mutation(async ({ ctx }) => {
      const { address, cookie } = await beginFlow(ctx);
      ctx.cookies.setFlow(cookie);
      return { address };
    }),

  beginStepUp: signedInProcedure
    .use(refuseInBatch)
    .output(z.object({ address: z.string() }))
    .mutation(async ({ ctx }) => {
      const { address, cookie } = await beginConfirmation(ctx);
      ctx.cookies.setFlow(cookie);
      return { address };
    }),

  finish: publicProcedure
    .use(refuseInBatch)
    .input(SsoCallbackInput)
    .output(z.union([SignedIn, SsoConfirmationResult]))
    .mutation(async ({ ctx, input }) => {
      const result = await finishFlow(ctx, input.callback);
      ctx.cookies.setFlow(null);
      return 'session' in result ? sendSessionCookies(ctx, result) : result;
    }),

  links: procedureWithGrant('users:manage')
    .input(ById)
    .output(Links)
    .query(({ ctx, input }) => listSsoLinks(ctx, input.id)),

  confirmLink: procedureWithGrantAndStepUp('users:manage')
    .input(SsoLinkChoice)
    .output(Links)
    .mutation(({ ctx, input }) => confirmSsoLink(ctx, input)),

  endLink: procedureWithGrantAndStepUp('users:manage')
    .input(SsoLinkChoice)
    .output(Links)
    .mutation(({ ctx, input }) => endSsoLink(ctx, input)),

  confirmEmail: procedureWithGrantAndStepUp('users:manage')
    .input(ById)
    .output(Links)
    .mutation(({ ctx, input }) => confirmSsoEmail(ctx, input.id)),

  check: procedureWithGrant('users:manage')
    .output(SsoReport)
    .mutation(async ({ ctx }) => ({ findings: await checkProvider(ctx) })),
});
