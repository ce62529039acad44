import { z } from 'zod';
import { EmailAddress, RoleName, typedPassword } from '../../shared/account-fields.ts';
import { editableFields, Id, oneLine, Timestamp, Version } from '../../shared/fields.ts';
import { PageMeta, PageQuery, sortBy } from '../../shared/pagination.ts';
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
  version: Version,
  password: typedPassword('Password').or(z.literal('')).nullish(),
});
export type UserChange = z.output<typeof UserChange>;

export const UserRow = z.object({
  ...editableFields,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
});
export type UserRow = z.output<typeof UserRow>;

export const UserQuery = PageQuery.extend({
  sort: sortBy(['name', 'role', 'created_at']),
  role: z.preprocess((value: Role | ''): unknown => (value === '' ? undefined : value), RoleName.optional()),
});
export type UserQuery = z.output<typeof UserQuery>;

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
