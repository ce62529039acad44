import { z } from 'zod';
import { EmailAddress, RoleName, typedPasswordField } from '../../shared/account-fields.ts';
import {
  booleanField,
  ById,
  editableFields,
  Id,
  oneLine,
  oneOf,
  Timestamp,
  VersionInput,
} from '../../shared/fields.ts';
import {
  maxPerPage,
  oneOrSeveral,
  PageMeta,
  PageQuery,
  rowsQueryFields,
  updatedSince,
} from '../../shared/pagination.ts';
import { type Role, roles } from '../../shared/roles.ts';

const UserInput = z.object({
  name: oneLine('Name', 120).describe('The name'),
  email: EmailAddress.describe('The e-mail address'),
  role: RoleName.describe('The role, which decides what the person may do'),
  password: typedPasswordField('Password').describe('The password'),
});

/** Undefined when the whole input is missing. */
type Secret = { invite?: boolean | undefined; password?: string | undefined } | undefined;

export const NewUserInput = UserInput.extend({
  password: typedPasswordField('Password').or(z.literal('')).optional().describe('The password'),
  invite: booleanField('Invite')
    .optional()
    .meta({ description: 'In place of a password: a mail with a link, by which the person sets one.' }),
}).refine((input: Secret) => input?.invite === true || Boolean(input?.password), {
  error: 'Password is required',
  path: ['password'],
  // Also when other fields are wrong, so that all problems come together.
  when: () => true,
});
export type NewUserInput = z.output<typeof NewUserInput>;

/** An empty password keeps the stored one, like an absent one. */
export const UserChange = UserInput.extend({
  id: Id,
  version: VersionInput,
  password: typedPasswordField('Password')
    .or(z.literal(''))
    .nullish()
    .describe('A new password. Without it, the password stays'),
});

export const UserPatch = UserChange.partial().extend({ id: Id });
export type UserPatch = z.output<typeof UserPatch>;

export const UserRow = z
  .object({
    ...editableFields,
    name: z.string().describe('The name'),
    email: z.string().describe('The e-mail address'),
    role: z.enum(roles).meta({ title: 'Role' }).describe('The role, which decides what the person may do'),
  })
  .meta({ title: 'User' });
export type UserRow = z.output<typeof UserRow>;

const accountStates = ['active', 'deactivated'] as const;
type AccountState = (typeof accountStates)[number];

export const UserQuery = PageQuery.extend({
  ...rowsQueryFields(['name', 'role', 'created_at', 'updated_at'], Object.keys(UserRow.shape)),
  updated_since: updatedSince,
  state: z.preprocess(
    (value: AccountState | ''): unknown => (value === '' ? undefined : value),
    oneOf('State', accountStates).optional(),
  ),
  role: z.preprocess(
    (value: Role | ''): unknown => (value === '' ? undefined : value),
    oneOrSeveral('Role', RoleName).optional(),
  ),
});
export type UserQuery = z.output<typeof UserQuery>;

export const AccountsQuery = z.object({ ids: z.array(Id).min(1).max(maxPerPage) });

/**
 * `waiting`: not sent yet. `sent`: valid until `until`. `refused`: `note` is the mail server's response. `ended`:
 * expired.
 */
export const InvitationFacts = z.object({
  state: z.enum(['waiting', 'sent', 'refused', 'ended']),
  note: z.string().nullable(),
  until: Timestamp.nullable(),
});
export type InvitationFacts = z.output<typeof InvitationFacts>;

/** Both are null when the link goes by mail. */
export const InvitationLink = z.object({ link: z.string().nullable(), expires_at: Timestamp.nullable() });
export type InvitationLink = z.output<typeof InvitationLink>;

/** What the panel gets in addition to the REST API. */
export const AccountFacts = z.object({
  id: z.int(),
  deactivated_at: Timestamp.nullable(),
  last_sign_in_at: Timestamp.nullable(),
  factors: z.array(z.enum(['totp', 'passkey'])),
  /** Null once a password is set, or without an invitation. */
  invitation: InvitationFacts.nullable(),
});
export type AccountFacts = z.output<typeof AccountFacts>;

export const SessionChoice = ById.extend({ session_id: Id });
export type SessionChoice = z.output<typeof SessionChoice>;

/** Of all users, whatever the filters and the page (docs/product.md, §7.5). */
export const UserStats = z.object({
  total_users: z.int().describe('The number of users'),
  admin_users: z.int().describe('The number of admins'),
  regular_users: z.int().describe('The number of users without a special role'),
  hr_users: z.int().describe('The number of users in human resources'),
  content_moderator_users: z.int().describe('The number of content moderators'),
});
export type UserStats = z.output<typeof UserStats>;

export const UserPage = z.object({
  users: z.array(UserRow).describe('The users'),
  stats: UserStats.describe('The number of rows by group'),
  meta: PageMeta,
});

export const ResetLink = z.object({ link: z.string(), expires_at: Timestamp });
