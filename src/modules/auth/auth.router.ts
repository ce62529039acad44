import { z } from 'zod';
import { Success } from '../../shared/fields.ts';
import { router } from '../../trpc/init.ts';
import { notInBatch, publicProcedure, signedIn } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { Credentials, SignedIn, UserView } from './auth.schema.ts';
import { signIn, toUserView } from './auth.service.ts';
import { closeSession } from './session.service.ts';

export const authRouter = router({
  login: publicProcedure
    .meta(rest('POST', '/admin/login', 'Sign in with e-mail and password'))
    .use(notInBatch)
    .input(Credentials)
    .output(SignedIn)
    .mutation(async ({ ctx, input }) => {
      const { user, session } = await signIn(ctx, input);
      ctx.sessionCookies.set(session.cookie, session.is_remembered ? session.expires_at : null);
      return { token: session.token, user, expires_at: session.expires_at.toISOString() };
    }),

  logout: signedIn
    .meta(rest('POST', '/admin/logout', 'End this session'))
    .output(Success)
    .mutation(async ({ ctx }) => {
      await closeSession(ctx);
      ctx.sessionCookies.clear();
      return { success: true };
    }),

  user: signedIn
    .meta(rest('GET', '/admin/user', 'Who is signed in'))
    .output(z.object({ user: UserView }))
    .query(({ ctx }) => ({ user: toUserView(ctx.viewer) })),
});
