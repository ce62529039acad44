import { z } from 'zod';
import { typedPassword } from '../../shared/account-fields.ts';
import { oneLine } from '../../shared/text-fields.ts';

/** Users may change only their own name. Admins change everything else. */
export const OwnName = z.object({ name: oneLine('Name', 120) });

export const PasswordChange = z.object({
  current_password: typedPassword('Current password'),
  password: typedPassword('New password'),
});
export type PasswordChange = z.output<typeof PasswordChange>;

/** The owner of the password, as far as known. */
export const JudgedPassword = z.object({
  password: typedPassword('Password'),
  name: z.string().max(1000).default(''),
  email: z.string().max(1000).default(''),
});
