import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { FactorList } from '../../shared/second-factors.ts';
import { idempotent } from '../../trpc/idempotent.ts';
import { router } from '../../trpc/init.ts';
import { allowed, guarded } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { ResetLink, UserChange, UserInput, UserPage, UserQuery, UserRow } from './user.schema.ts';
import { getFactors, removeFactors } from './lost-factors.service.ts';
import { createResetLink, createUser, getUser, listUsers, removeUser, updateUser } from './users.service.ts';

export const usersRouter = router({
  list: allowed('users:manage')
    .meta(rest('GET', '/admin/users', 'List users'))
    .input(UserQuery)
    .output(UserPage)
    .query(({ ctx, input }) => listUsers(ctx, input)),

  one: allowed('users:manage')
    .input(ById)
    .output(z.object({ user: UserRow }))
    .query(async ({ ctx, input }) => ({ user: await getUser(ctx, input.id) })),

  create: guarded('users:manage')
    .meta(rest('POST', '/admin/users', 'Give somebody an account', { status: 201, isOnce: true }))
    .input(UserInput)
    .output(z.object({ id: z.int(), user: UserRow }))
    .mutation(async (call) => {
      const user = await idempotent(call, createUser);
      return { id: user.id, user };
    }),

  update: guarded('users:manage')
    .meta(rest('PUT', '/admin/users/{id}', 'Change a user'))
    .input(UserChange)
    .output(z.object({ user: UserRow }))
    .mutation(async ({ ctx, input }) => ({ user: await updateUser(ctx, input) })),

  remove: guarded('users:manage')
    .meta(rest('DELETE', '/admin/users/{id}', 'Take an account away'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeUser(ctx, input.id)),

  factors: allowed('users:manage')
    .input(ById)
    .output(FactorList)
    .query(({ ctx, input }) => getFactors(ctx, input.id)),

  removeFactors: guarded('users:manage')
    .meta(
      rest('DELETE', '/admin/users/{id}/factors', 'Remove the second factors of somebody who has lost them'),
    )
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeFactors(ctx, input.id)),

  createResetLink: guarded('users:manage')
    .input(ById)
    .output(ResetLink)
    .mutation(async ({ ctx, input }) => {
      const { link, expires_at } = await createResetLink(ctx, input.id);
      return { link, expires_at: expires_at.toISOString() };
    }),
});
