import { z } from 'zod';
import { EmailAddress, RoleName, typedPassword } from '../../shared/account-fields.ts';
import { editableFields, Id, oneLine, Timestamp, Version } from '../../shared/fields.ts';
import { PageMeta, PageQuery } from '../../shared/pagination.ts';
import { type Role, roles } from '../../shared/roles.ts';

/** What the form of a new user sends. */
export const UserInput = z.object({
  name: oneLine('Name', 120),
  email: EmailAddress,
  role: RoleName,
  password: typedPassword('Password'),
});
export type UserInput = z.output<typeof UserInput>;

/** A change of a user; without a password, or with an empty one, theirs stays. */
export const UserChange = UserInput.extend({
  id: Id,
  version: Version,
  password: typedPassword('Password').or(z.literal('')).nullish(),
});
export type UserChange = z.output<typeof UserChange>;

/** A user as the panel shows them. */
export const UserRow = z.object({
  ...editableFields,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
});
export type UserRow = z.output<typeof UserRow>;

export const UserQuery = PageQuery.extend({
  role: z.preprocess((value: Role | ''): unknown => (value === '' ? undefined : value), RoleName.optional()),
});
export type UserQuery = z.output<typeof UserQuery>;

/** How many users there are, over all of them (docs/product.md, §7.5). */
export const UserStats = z.object({
  total_users: z.int(),
  admin_users: z.int(),
  regular_users: z.int(),
  hr_users: z.int(),
  content_moderator_users: z.int(),
});
export type UserStats = z.output<typeof UserStats>;

export const UserPage = z.object({ users: z.array(UserRow), stats: UserStats, meta: PageMeta });

/** A link by which a person sets their own password. */
export const ResetLink = z.object({ link: z.string(), expires_at: Timestamp });
