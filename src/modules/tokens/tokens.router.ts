import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { router } from '../../trpc/init.ts';
import { signedIn, signedInGuarded } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { NewToken, TokenInput, TokensQuery, TokenView } from './tokens.schema.ts';
import { createToken, listTokens, revokeToken } from './tokens.service.ts';

export const tokensRouter = router({
  list: signedIn
    .meta(rest('GET', '/admin/tokens', 'List your API tokens, or as an admin those of others'))
    .input(TokensQuery)
    .output(z.object({ tokens: z.array(TokenView).describe('The tokens, the newest first') }))
    .query(async ({ ctx, input }) => ({ tokens: await listTokens(ctx, input) })),

  /**
   * A repeated request creates another token. The answer is not stored for repetitions, because it contains
   * the secret.
   */
  create: signedInGuarded
    .meta(rest('POST', '/admin/tokens', 'Create an API token', { status: 201 }))
    .input(TokenInput)
    .output(NewToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),

  revoke: signedIn
    .meta(rest('DELETE', '/admin/tokens/{id}', 'Revoke an API token'))
    .input(ById)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await revokeToken(ctx, input.id);
      return { success: true as const };
    }),
});
