import { z } from 'zod';
import { typedPassword } from '../../shared/account-fields.ts';
import { oneLine, Timestamp } from '../../shared/fields.ts';

/** The only thing a person may say of themselves. */
export const OwnName = z.object({ name: oneLine('Name', 120) });

/** What the form for the own password sends. */
export const PasswordChange = z.object({
  current_password: typedPassword('Current password'),
  password: typedPassword('New password'),
});
export type PasswordChange = z.output<typeof PasswordChange>;

/** A browser or program in which the person is signed in. */
export const SessionView = z.object({
  id: z.int(),
  /** In words: 'Firefox on Windows'. */
  device: z.string(),
  /** The network address it was opened from. */
  address: z.string(),
  is_remembered: z.boolean(),
  /** The one this answer goes to. */
  is_current: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
});
export type SessionView = z.output<typeof SessionView>;
