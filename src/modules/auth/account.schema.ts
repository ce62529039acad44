import { z } from 'zod';
import { typedPassword } from '../../shared/account-fields.ts';
import { oneLine } from '../../shared/text-fields.ts';

/**
 * The new name of the signed-in person. Other fields of the account, such as the role, can be changed only by
 * an admin.
 */
export const OwnName = z.object({ name: oneLine('Name', 120) });

export const PasswordChange = z.object({
  current_password: typedPassword('Current password'),
  password: typedPassword('New password'),
});
export type PasswordChange = z.output<typeof PasswordChange>;

/**
 * A password that is judged before it is stored. `name` and `email` describe the owner of the password, and
 * are empty while unknown.
 */
export const PasswordToJudge = z.object({
  password: typedPassword('Password'),
  name: z.string().max(1000).default(''),
  email: z.string().max(1000).default(''),
});
