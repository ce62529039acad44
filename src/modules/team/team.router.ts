import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { idempotent } from '../../trpc/idempotent.ts';
import { router } from '../../trpc/init.ts';
import { allowed, cachedResult, publicProcedure, takesForm } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { MemberChange, MemberInput, MemberPage, MemberQuery, ShownMember } from './member.schema.ts';
import {
  createMember,
  getMember,
  listMembers,
  listTeam,
  removeMember,
  removePhoto,
  updateMember,
} from './team.service.ts';

const files = { image: 'picture' } as const;

export const teamRouter = router({
  list: allowed('team:manage')
    .meta(rest('GET', '/admin/team', 'List team members'))
    .input(MemberQuery)
    .use(cachedResult)
    .output(MemberPage)
    .query(({ ctx, input }) => listMembers(ctx, input)),

  one: allowed('team:manage')
    .input(ById)
    .output(z.object({ member: ShownMember }))
    .query(async ({ ctx, input }) => ({ member: await getMember(ctx, input.id) })),

  create: allowed('team:manage')
    .meta(rest('POST', '/admin/team', 'Add a team member', { status: 201, files, isOnce: true }))
    .use(takesForm)
    .input(MemberInput)
    .output(Success.extend({ id: z.int(), member: ShownMember }))
    .mutation(async (call) => {
      const member = await idempotent(call, createMember);
      return { success: true, id: member.id, member };
    }),

  update: allowed('team:manage')
    .meta(rest('PUT', '/admin/team/{id}', 'Change a team member', { files }))
    .use(takesForm)
    .input(MemberChange)
    .output(Success.extend({ member: ShownMember }))
    .mutation(async ({ ctx, input }) => ({ success: true, member: await updateMember(ctx, input) })),

  remove: allowed('team:manage')
    .meta(rest('DELETE', '/admin/team/{id}', 'Remove a team member'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeMember(ctx, input.id)),

  removePhoto: allowed('team:manage')
    .meta(rest('POST', '/admin/team/{id}/remove-photo', 'Remove the photo of a team member'))
    .input(ById)
    .output(Success.extend({ message: z.string() }))
    .mutation(async ({ ctx, input }) => {
      await removePhoto(ctx, input.id);
      return { success: true, message: 'The photo has been removed.' };
    }),

  published: publicProcedure
    .meta(rest('GET', '/team', 'List the team', { isPublicCacheable: true }))
    .output(z.object({ team: z.array(ShownMember) }))
    .query(async ({ ctx }) => ({ team: await listTeam(ctx) })),
});
