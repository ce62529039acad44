import { z } from 'zod';
import { ById } from '../../shared/fields.ts';
import { SignedIn } from '../../shared/signed-in-views.ts';
import {
  procedureWithGrant,
  procedureWithGrantAndStepUp,
  notInBatch,
  publicProcedure,
  router,
  signedInProcedure,
} from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { sendSession } from '../auth/sessions.ts';
import { confirmEmail, confirmLink, endLink, listLinks } from './sso-accounts.ts';
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
    .use(notInBatch)
    .input(SsoCredentials)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSession(ctx, await signInByToken(ctx, input.access_token))),

  begin: publicProcedure
    .use(notInBatch)
    .output(z.object({ address: z.string() }))
    .mutation(async ({ ctx }) => {
      const { address, cookie } = await beginFlow(ctx);
      ctx.cookies.setFlow(cookie);
      return { address };
    }),

  beginStepUp: signedInProcedure
    .use(notInBatch)
    .output(z.object({ address: z.string() }))
    .mutation(async ({ ctx }) => {
      const { address, cookie } = await beginConfirmation(ctx);
      ctx.cookies.setFlow(cookie);
      return { address };
    }),

  finish: publicProcedure
    .use(notInBatch)
    .input(SsoCallbackInput)
    .output(z.union([SignedIn, SsoConfirmationResult]))
    .mutation(async ({ ctx, input }) => {
      const result = await finishFlow(ctx, input.callback);
      ctx.cookies.setFlow(null);
      return 'session' in result ? sendSession(ctx, result) : result;
    }),

  links: procedureWithGrant('users:manage')
    .input(ById)
    .output(Links)
    .query(({ ctx, input }) => listLinks(ctx, input.id)),

  confirmLink: procedureWithGrantAndStepUp('users:manage')
    .input(SsoLinkChoice)
    .output(Links)
    .mutation(({ ctx, input }) => confirmLink(ctx, input)),

  endLink: procedureWithGrantAndStepUp('users:manage')
    .input(SsoLinkChoice)
    .output(Links)
    .mutation(({ ctx, input }) => endLink(ctx, input)),

  confirmEmail: procedureWithGrantAndStepUp('users:manage')
    .input(ById)
    .output(Links)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input.id)),

  check: procedureWithGrant('users:manage')
    .output(SsoReport)
    .mutation(async ({ ctx }) => ({ findings: await checkProvider(ctx) })),
});
