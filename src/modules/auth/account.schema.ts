import { z } from 'zod';
import { typedPassword } from '../../shared/account-fields.ts';
import { oneLine, Timestamp } from '../../shared/fields.ts';

/** A user may change only their name. Admins change the rest. */
export const OwnName = z.object({ name: oneLine('Name', 120) });

export const PasswordChange = z.object({
  current_password: typedPassword('Current password'),
  password: typedPassword('New password'),
});
export type PasswordChange = z.output<typeof PasswordChange>;

export const SessionView = z.object({
  id: z.int(),
  /** 'Firefox on Windows'. */
  device: z.string(),
  address: z.string(),
  is_remembered: z.boolean(),
  is_current: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
});
export type SessionView = z.output<typeof SessionView>;
