import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { UserView } from '../../shared/signed-in.ts';
import { router } from '../../trpc/init.ts';
import { notInBatch, signedIn, signedInGuarded } from '../../trpc/procedures.ts';
import { OwnName, PasswordChange, SessionView } from './account.schema.ts';
import { changePassword, endOtherSessions, endSession, listSessions, rename } from './account.service.ts';
import { factorProcedures } from './factors.router.ts';
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

  /** Does nothing itself. The panel calls it before it follows a link to a guarded download. */
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
