import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { fieldList } from '../../shared/pagination.ts';
import { FactorList, SessionView } from '../../shared/signed-in-views.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import { procedureWithGrant, procedureWithGrantAndStepUp, router } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import {
  deactivateUser,
  endSessionOf,
  endSessionsOf,
  getFactors,
  listAccounts,
  listSessionsOf,
  reactivateUser,
  removeFactors,
} from './account-state.ts';
import { inviteUser } from './invitations.ts';
import {
  AccountFacts,
  AccountsQuery,
  InvitationLink,
  ResetLink,
  SessionChoice,
  UserChange,
  NewUserInput,
  UserPage,
  UserPatch,
  UserQuery,
  UserRow,
} from './user.schema.ts';
import { createResetLink, createUser, getUser, listUsers, removeUser, updateUser } from './users.ts';

export const usersRouter = router({
  list: procedureWithGrant('users:manage')
    .meta(rest('GET', '/admin/users', 'List users', { rows: 'users' }))
    .input(UserQuery)
    .output(UserPage)
    .query(({ ctx, input }) => listUsers(ctx, input)),

  one: procedureWithGrant('users:manage')
    .meta(rest('GET', '/admin/users/{id}', 'Read a user', { row: 'user' }))
    .input(ById.extend({ fields: fieldList(Object.keys(UserRow.shape)) }))
    .output(z.object({ user: UserRow.describe('The user') }))
    .query(async ({ ctx, input }) => ({ user: await getUser(ctx, input.id) })),

  create: procedureWithGrantAndStepUp('users:manage')
    .meta(
      rest('POST', '/admin/users', 'Create a user', {
        status: 201,
        isOnce: true,
        scopes: ['users:write'],
      }),
    )
    .input(NewUserInput)
    .output(z.object({ id: z.int().describe('The id'), user: UserRow.describe('The user') }))
    .mutation(async (call) => {
      const user = await runIdempotent(call, createUser);
      return { id: user.id, user };
    }),

  update: procedureWithGrantAndStepUp('users:manage')
    .meta(rest('PUT', '/admin/users/{id}', 'Change a user', { scopes: ['users:write'] }))
    .input(UserChange)
    .output(z.object({ user: UserRow.describe('The user') }))
    .mutation(async ({ ctx, input }) => ({ user: await updateUser(ctx, input) })),

  patch: procedureWithGrantAndStepUp('users:manage')
    .meta(rest('PATCH', '/admin/users/{id}', 'Change some fields of a user', { scopes: ['users:write'] }))
    .input(UserPatch)
    .output(z.object({ user: UserRow.describe('The user') }))
    .mutation(async ({ ctx, input }) => ({ user: await updateUser(ctx, input) })),

  remove: procedureWithGrantAndStepUp('users:manage')
    .meta(rest('DELETE', '/admin/users/{id}', 'Delete a user', { scopes: ['users:write'] }))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeUser(ctx, input.id)),

  /** For the panel. Programs get users without these facts. */
  accounts: procedureWithGrant('users:manage')
    .input(AccountsQuery)
    .output(z.object({ accounts: z.array(AccountFacts) }))
    .query(async ({ ctx, input }) => ({ accounts: await listAccounts(ctx, input.ids) })),

  deactivate: procedureWithGrantAndStepUp('users:manage')
    .meta(
      rest('POST', '/admin/users/{id}/deactivate', 'Deactivate a user', {
        scopes: ['users:write'],
      }),
    )
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => deactivateUser(ctx, input.id)),

  reactivate: procedureWithGrantAndStepUp('users:manage')
    .meta(rest('POST', '/admin/users/{id}/reactivate', 'Reactivate a user', { scopes: ['users:write'] }))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => reactivateUser(ctx, input.id)),

  sessions: procedureWithGrant('users:manage')
    .meta(rest('GET', '/admin/users/{id}/sessions', 'List the sessions of a user'))
    .input(ById)
    .output(
      z.object({ sessions: z.array(SessionView).describe('The sessions, the most recently used first') }),
    )
    .query(async ({ ctx, input }) => ({ sessions: await listSessionsOf(ctx, input.id) })),

  endSession: procedureWithGrantAndStepUp('users:manage')
    .meta(rest('DELETE', '/admin/users/{id}/sessions/{session_id}', 'End a session of a user'))
    .input(SessionChoice)
    .output(Success)
    .mutation(({ ctx, input }) => endSessionOf(ctx, input)),

  endSessions: procedureWithGrantAndStepUp('users:manage')
    .meta(rest('DELETE', '/admin/users/{id}/sessions', 'End all sessions of a user, except the caller’s own'))
    .input(ById)
    .output(Success.extend({ ended: z.int().describe('The number of sessions that were ended') }))
    .mutation(({ ctx, input }) => endSessionsOf(ctx, input.id)),

  factors: procedureWithGrant('users:manage')
    .input(ById)
    .output(FactorList)
    .query(({ ctx, input }) => getFactors(ctx, input.id)),

  removeFactors: procedureWithGrantAndStepUp('users:manage')
    .meta(
      rest('DELETE', '/admin/users/{id}/factors', 'Remove the second factors of a user who has lost them'),
    )
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeFactors(ctx, input.id)),

  invite: procedureWithGrantAndStepUp('users:manage')
    .input(ById)
    .output(InvitationLink)
    .mutation(({ ctx, input }) => inviteUser(ctx, input.id)),

  createResetLink: procedureWithGrantAndStepUp('users:manage')
    .input(ById)
    .output(ResetLink)
    .mutation(async ({ ctx, input }) => {
      const { link, expires_at } = await createResetLink(ctx, input.id);
      return { link, expires_at: expires_at.toISOString() };
    }),
});
