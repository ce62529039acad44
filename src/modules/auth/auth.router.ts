import { z } from 'zod';
import { Success, SuccessMessage, Timestamp } from '../../shared/fields.ts';
import { SignedIn, UserView } from '../../shared/signed-in.ts';
import { router } from '../../trpc/init.ts';
import { notInBatch, publicProcedure, signedIn } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { Credentials, ForgottenPassword, NewPassword, PasswordProblem } from './auth.schema.ts';
import { signIn, signOut } from './auth.service.ts';
import { PasskeyOptions, PasskeySignIn, SecondFactor, StepUp } from './factors.schema.ts';
import { judgeByLink } from './judge-password.service.ts';
import { createPasskeySignInOptions } from './passkeys.ts';
import { forgotPassword, resetPassword } from './reset.service.ts';
import { finishSignInWithFactor } from './second-factor.service.ts';
import { signInByPasskey } from './passkey-sign-in.service.ts';
import { sendSession, toUserView } from './signed-in.service.ts';
import { stepUp } from './step-up.service.ts';

export const authRouter = router({
  login: publicProcedure
    .meta(rest('POST', '/admin/login', 'Sign in with e-mail and password'))
    .use(notInBatch)
    .input(Credentials)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSession(ctx, await signIn(ctx, input))),

  secondFactor: publicProcedure
    .meta(rest('POST', '/admin/login/second-factor', 'Complete a sign-in with a second factor'))
    .use(notInBatch)
    .input(SecondFactor)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSession(ctx, await finishSignInWithFactor(ctx, input))),

  passkeyBegin: publicProcedure
    .use(notInBatch)
    .output(PasskeyOptions)
    .mutation(async ({ ctx }) => ({ options: { ...(await createPasskeySignInOptions(ctx)) } })),

  passkeyFinish: publicProcedure
    .use(notInBatch)
    .input(PasskeySignIn)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSession(ctx, await signInByPasskey(ctx, input))),

  stepUp: signedIn
    .meta(rest('POST', '/admin/step-up', 'Confirm your identity for sensitive calls'))
    .use(notInBatch)
    .input(StepUp)
    .output(
      Success.extend({
        until: Timestamp.nullable().describe(
          'The time until which no further confirmation is needed. Null without a limit',
        ),
      }),
    )
    .mutation(async ({ ctx, input }) => ({ success: true, until: await stepUp(ctx, input) })),

  logout: signedIn
    .meta(rest('POST', '/admin/logout', 'End this session'))
    .output(Success)
    .mutation(async ({ ctx }) => {
      await signOut(ctx);
      ctx.cookies.clearSession();
      return { success: true };
    }),

  user: signedIn
    .meta(rest('GET', '/admin/user', 'Read who is signed in'))
    .output(z.object({ user: UserView.describe('The user') }))
    .query(({ ctx }) => ({ user: toUserView(ctx.viewer) })),

  forgotPassword: publicProcedure
    .meta(rest('POST', '/admin/forgot-password', 'Request an e-mail with a link to set a new password'))
    .use(notInBatch)
    .input(ForgottenPassword)
    .output(SuccessMessage)
    .mutation(async ({ ctx, input }) => ({
      success: true,
      message: await forgotPassword(ctx, input.email),
    })),

  resetPassword: publicProcedure
    .meta(rest('POST', '/admin/reset-password', 'Set a new password with the link, and sign in'))
    .use(notInBatch)
    .input(NewPassword)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSession(ctx, await resetPassword(ctx, input))),

  judgePassword: publicProcedure
    .use(notInBatch)
    .input(NewPassword)
    .output(PasswordProblem)
    .mutation(async ({ ctx, input }) => ({ problem: await judgeByLink(ctx, input) })),
});
