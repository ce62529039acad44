import { z } from 'zod';
import { ById, SuccessMessage } from '../../shared/fields.ts';
import { router } from '../../trpc/init.ts';
import { allowed, publicProcedureOf } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { listTeam, PublicMember, removePhoto, team } from './team.module.ts';

export const teamRouter = router({
  ...team.procedures,

  removePhoto: allowed('team:manage')
    .meta(rest('POST', '/admin/team/{id}/remove-photo', 'Remove the photo of a team member'))
    .input(ById)
    .output(SuccessMessage)
    .mutation(async ({ ctx, input }) => {
      await removePhoto(ctx, input.id);
      return { success: true, message: 'The photo has been removed.' };
    }),

  published: publicProcedureOf('team')
    .meta(rest('GET', '/team', 'List the team', { isPublicCacheable: true }))
    .output(z.object({ team: z.array(PublicMember).describe('The team members') }))
    .query(async ({ ctx }) => ({ team: await listTeam(ctx) })),
});
