import { z } from 'zod';
import { ById, Success, SuccessMessage, Timestamp } from '../../shared/fields.ts';
import { FactorList, SessionView, SignedIn, UserView } from '../../shared/signed-in-views.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import {
  refuseInBatch,
  publicProcedure,
  router,
  signedInProcedure,
  signedInProcedureWithStepUp,
} from '../../trpc/procedures.ts';
import {
  AddedFactor,
  Credentials,
  FactorName,
  ForgottenPassword,
  NewPasskey,
  NewPassword,
  NewTotp,
  OwnName,
  PasskeyOptions,
  PasskeySignIn,
  PasswordChange,
  PasswordProblem,
  PasswordToJudge,
  RecoveryCodes,
  SecondFactorSignIn,
  StepUp,
  TotpSetup,
} from './auth.schema.ts';
import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  listFactors,
  removeFactor,
  renameFactor,
  replaceRecoveryCodes,
} from './factors.ts';
import { hidePasswordNotice, isPasswordNoticeShown } from './new-password.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  renameOwnAccount,
} from './own-account.ts';
import { createPasskeySignInOptions } from './passkeys.ts';
import { forgotPassword, judgePasswordByLink, judgePassword, resetPassword } from './password-links.ts';
import { finishSignInWithFactor } from './second-factor.ts';
import { sendSessionCookies, toUserView } from './sessions.ts';
import { signIn, signInByPasskey, signOut, stepUp } from './sign-in.ts';

export const authRouter = router({
  login: publicProcedure
    .meta(rest('POST', '/admin/login', 'Sign in with e-mail and password'))
    .use(refuseInBatch)
    .input(Credentials)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSessionCookies(ctx, await signIn(ctx, input))),

  secondFactor: publicProcedure
    .meta(rest('POST', '/admin/login/second-factor', 'Complete a sign-in with a second factor'))
    .use(refuseInBatch)
    .input(SecondFactorSignIn)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSessionCookies(ctx, await finishSignInWithFactor(ctx, input))),

  passkeyBegin: publicProcedure
    .use(refuseInBatch)
    .output(PasskeyOptions)
    .mutation(async ({ ctx }) => ({ options: { ...(await createPasskeySignInOptions(ctx)) } })),

  passkeyFinish: publicProcedure
    .use(refuseInBatch)
    .input(PasskeySignIn)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSessionCookies(ctx, await signInByPasskey(ctx, input))),

  stepUp: signedInProcedure
    .meta(rest('POST', '/admin/step-up', 'Confirm your identity for sensitive calls'))
    .use(refuseInBatch)
    .input(StepUp)
    .output(
      Success.extend({
        until: Timestamp.nullable().describe(
          'The time until which no further confirmation is needed. Null without a limit',
        ),
      }),
    )
    .mutation(async ({ ctx, input }) => ({ success: true, until: await stepUp(ctx, input) })),

  logout: signedInProcedure
    .meta(rest('POST', '/admin/logout', 'End this session'))
    .output(Success)
    .mutation(async ({ ctx }) => {
      await signOut(ctx);
      ctx.cookies.clearSession();
      return { success: true };
    }),

  user: signedInProcedure
    .meta(rest('GET', '/admin/user', 'Read who is signed in'))
    .output(z.object({ user: UserView.describe('The user') }))
    .query(({ ctx }) => ({ user: toUserView(ctx.viewer) })),

  forgotPassword: publicProcedure
    .meta(rest('POST', '/admin/forgot-password', 'Request an e-mail with a link to set a new password'))
    .use(refuseInBatch)
    .input(ForgottenPassword)
    .output(SuccessMessage)
    .mutation(async ({ ctx, input }) => ({
      success: true,
      message: await forgotPassword(ctx, input.email),
    })),

  resetPassword: publicProcedure
    .meta(rest('POST', '/admin/reset-password', 'Set a new password with the link, and sign in'))
    .use(refuseInBatch)
    .input(NewPassword)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => sendSessionCookies(ctx, await resetPassword(ctx, input))),

  judgePassword: publicProcedure
    .use(refuseInBatch)
    .input(NewPassword)
    .output(PasswordProblem)
    .mutation(async ({ ctx, input }) => ({ problem: await judgePasswordByLink(ctx, input) })),
});

const factorProcedures = {
  factors: signedInProcedure.output(FactorList).query(({ ctx }) => listFactors(ctx, ctx.viewer)),

  beginTotp: signedInProcedureWithStepUp.output(TotpSetup).mutation(({ ctx }) => beginTotp(ctx)),

  addTotp: signedInProcedureWithStepUp
    .use(refuseInBatch)
    .input(NewTotp)
    .output(AddedFactor)
    .mutation(({ ctx, input }) => addTotp(ctx, input)),

  beginPasskey: signedInProcedureWithStepUp
    .output(PasskeyOptions)
    .mutation(async ({ ctx }) => ({ options: { ...(await beginPasskey(ctx)) } })),

  addPasskey: signedInProcedureWithStepUp
    .use(refuseInBatch)
    .input(NewPasskey)
    .output(AddedFactor)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  renameFactor: signedInProcedure
    .input(FactorName)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await renameFactor(ctx, input.id, input.name);
      return { success: true };
    }),

  removeFactor: signedInProcedureWithStepUp
    .input(ById)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await removeFactor(ctx, input.id);
      return { success: true };
    }),

  makeRecoveryCodes: signedInProcedureWithStepUp
    .output(RecoveryCodes)
    .mutation(async ({ ctx }) => ({ recovery_codes: await replaceRecoveryCodes(ctx) })),
};

export const accountRouter = router({
  ...factorProcedures,

  get: signedInProcedure
    .output(z.object({ user: UserView }))
    .query(({ ctx }) => ({ user: toUserView(ctx.viewer) })),

  rename: signedInProcedure
    .input(OwnName)
    .output(z.object({ user: UserView }))
    .mutation(async ({ ctx, input }) => ({ user: await renameOwnAccount(ctx, input.name) })),

  changePassword: signedInProcedureWithStepUp
    .use(refuseInBatch)
    .input(PasswordChange)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx, input);
      return { success: true };
    }),

  /** A query would put the password into the address of the request. */
  judgePassword: signedInProcedure
    .use(refuseInBatch)
    .input(PasswordToJudge)
    .output(PasswordProblem)
    .mutation(async ({ ctx, input: { password, name, email } }) => ({
      problem: await judgePassword(ctx, password, { name, email }),
    })),

  passwordNotice: signedInProcedure
    .output(z.object({ is_shown: z.boolean() }))
    .query(async ({ ctx }) => ({ is_shown: await isPasswordNoticeShown(ctx) })),

  dismissPasswordNotice: signedInProcedure.output(Success).mutation(async ({ ctx }) => {
    await hidePasswordNotice(ctx);
    return { success: true as const };
  }),

  /**
   * Does nothing but throw without a recent proof. The panel calls it before a download, because a link cannot ask
   * for a proof.
   */
  confirmIdentity: signedInProcedureWithStepUp.output(Success).mutation(() => ({ success: true as const })),

  sessions: signedInProcedure
    .output(z.object({ sessions: z.array(SessionView) }))
    .query(async ({ ctx }) => ({ sessions: await listSessions(ctx) })),

  endSession: signedInProcedureWithStepUp
    .input(ById)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      const wasCurrent = await endSession(ctx, input.id);
      if (wasCurrent) ctx.cookies.clearSession();
      return { success: true };
    }),

  endOtherSessions: signedInProcedureWithStepUp
    .output(Success.extend({ ended: z.int() }))
    .mutation(async ({ ctx }) => ({ success: true, ended: await endOtherSessions(ctx) })),
});
