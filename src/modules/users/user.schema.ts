import { z } from 'zod';
import { EmailAddress, RoleName, typedPassword } from '../../shared/account-fields.ts';
import { ById, editableFields, Id, oneLine, oneOf, Timestamp, VersionInput } from '../../shared/fields.ts';
import { maxPerPage, PageMeta, PageQuery, rowsQuery, updatedSince } from '../../shared/pagination.ts';
import { type Role, roles } from '../../shared/roles.ts';

export const UserInput = z.object({
  name: oneLine('Name', 120),
  email: EmailAddress,
  role: RoleName,
  password: typedPassword('Password'),
});
export type UserInput = z.output<typeof UserInput>;

/** Without a password, or with an empty one, the old one stays. */
export const UserChange = UserInput.extend({
  id: Id,
  version: VersionInput,
  password: typedPassword('Password').or(z.literal('')).nullish(),
});

export const UserPatch = UserChange.partial().extend({ id: Id });
export type UserPatch = z.output<typeof UserPatch>;

export const UserRow = z.object({
  ...editableFields,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
});
export type UserRow = z.output<typeof UserRow>;

const accountStates = ['active', 'deactivated'] as const;
type AccountState = (typeof accountStates)[number];

export const UserQuery = PageQuery.extend({
  ...rowsQuery(['name', 'role', 'created_at', 'updated_at'], Object.keys(UserRow.shape)),
  updated_since: updatedSince,
  state: z.preprocess(
    (value: AccountState | ''): unknown => (value === '' ? undefined : value),
    oneOf('State', accountStates).optional(),
  ),
  role: z.preprocess((value: Role | ''): unknown => (value === '' ? undefined : value), RoleName.optional()),
});
export type UserQuery = z.output<typeof UserQuery>;

export const AccountsQuery = z.object({ ids: z.array(Id).min(1).max(maxPerPage) });

/** The fields of a user that only the panel gets, in addition to those of the REST API. */
export const AccountFacts = z.object({
  id: z.int(),
  deactivated_at: Timestamp.nullable(),
  last_sign_in_at: Timestamp.nullable(),
  factors: z.array(z.enum(['totp', 'passkey'])),
});
export type AccountFacts = z.output<typeof AccountFacts>;

export const SessionChoice = ById.extend({ session_id: Id });
export type SessionChoice = z.output<typeof SessionChoice>;

/** The counts ignore filter and page (docs/product.md, §7.5). */
export const UserStats = z.object({
  total_users: z.int(),
  admin_users: z.int(),
  regular_users: z.int(),
  hr_users: z.int(),
  content_moderator_users: z.int(),
});
export type UserStats = z.output<typeof UserStats>;

export const UserPage = z.object({ users: z.array(UserRow), stats: UserStats, meta: PageMeta });

export const ResetLink = z.object({ link: z.string(), expires_at: Timestamp });
