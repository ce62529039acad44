import { z } from 'zod';
import { typedPassword } from '../../shared/account-fields.ts';
import { oneLine, Timestamp } from '../../shared/fields.ts';

/** Users may change only their own name. Admins change everything else. */
export const OwnName = z.object({ name: oneLine('Name', 120) });

export const PasswordChange = z.object({
  current_password: typedPassword('Current password'),
  password: typedPassword('New password'),
});
export type PasswordChange = z.output<typeof PasswordChange>;

/** Whose password it is, as far as it is known yet. */
export const JudgedPassword = z.object({
  password: typedPassword('Password'),
  name: z.string().max(1000).default(''),
  email: z.string().max(1000).default(''),
});

export const SessionView = z.object({
  id: z.int(),
  /** For example 'Firefox on Windows'. */
  device: z.string(),
  address: z.string(),
  is_remembered: z.boolean(),
  is_current: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
});
export type SessionView = z.output<typeof SessionView>;
