import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { SessionView, UserView } from '../../shared/signed-in.ts';
import { router } from '../../trpc/init.ts';
import { notInBatch, signedIn, signedInGuarded } from '../../trpc/procedures.ts';
import { PasswordToJudge, OwnName, PasswordChange } from './account.schema.ts';
import { changePassword, endOtherSessions, endSession, listSessions, rename } from './account.service.ts';
import { PasswordProblem } from './auth.schema.ts';
import { factorProcedures } from './factors.router.ts';
import { judgePassword } from './judge-password.service.ts';
import { isPasswordNoticeShown, hidePasswordNotice } from './password-notice.service.ts';
import { toUserView } from './signed-in.service.ts';

export const accountRouter = router({
  ...factorProcedures,

  get: signedIn.output(z.object({ user: UserView })).query(({ ctx }) => ({ user: toUserView(ctx.viewer) })),

  rename: signedIn
    .input(OwnName)
    .output(z.object({ user: UserView }))
    .mutation(async ({ ctx, input }) => ({ user: await rename(ctx, input.name) })),

  changePassword: signedInGuarded
    .use(notInBatch)
    .input(PasswordChange)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx, input);
      return { success: true };
    }),

  /** This call is a mutation, because a query would put the password into the address of the request. */
  judgePassword: signedIn
    .use(notInBatch)
    .input(PasswordToJudge)
    .output(PasswordProblem)
    .mutation(async ({ ctx, input: { password, name, email } }) => ({
      problem: await judgePassword(ctx, password, { name, email }),
    })),

  passwordNotice: signedIn
    .output(z.object({ is_shown: z.boolean() }))
    .query(async ({ ctx }) => ({ is_shown: await isPasswordNoticeShown(ctx) })),

  dismissPasswordNotice: signedIn.output(Success).mutation(async ({ ctx }) => {
    await hidePasswordNotice(ctx);
    return { success: true as const };
  }),

  /**
   * Does nothing, but throws if the caller has not recently proved their identity. The panel calls this procedure
   * before it opens the link of a download, because a refused link cannot request the proof.
   */
  confirmIdentity: signedInGuarded.output(Success).mutation(() => ({ success: true as const })),

  sessions: signedIn
    .output(z.object({ sessions: z.array(SessionView) }))
    .query(async ({ ctx }) => ({ sessions: await listSessions(ctx) })),

  endSession: signedInGuarded
    .input(ById)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      const wasCurrent = await endSession(ctx, input.id);
      if (wasCurrent) ctx.cookies.clearSession();
      return { success: true };
    }),

  endOtherSessions: signedInGuarded
    .output(Success.extend({ ended: z.int() }))
    .mutation(async ({ ctx }) => ({ success: true, ended: await endOtherSessions(ctx) })),
});
