import { z } from 'zod';
import { EmailAddress, typedPassword } from '../../shared/account-fields.ts';
import { booleanField } from '../../shared/fields.ts';
import { OneTimeCode } from './factors.schema.ts';

export const Credentials = z.object({
  email: EmailAddress.describe('The e-mail address'),
  password: typedPassword('Password').describe('The password'),
  remember: booleanField('Remember me').default(false).describe('Whether the session outlives the browser'),
  one_time_code: OneTimeCode.optional().describe(
    'For an account with a second factor: six digits of an authenticator app, or a recovery code',
  ),
});
export type Credentials = z.output<typeof Credentials>;

export const ForgottenPassword = z.object({ email: EmailAddress.describe('The e-mail address') });

export const NewPassword = z.object({
  token: z
    .string({ error: 'The link is not complete.' })
    .min(1, 'The link is not complete.')
    .max(200)
    .describe('The secret of the link in the e-mail'),
  password: typedPassword('Password').describe('The password'),
});
export type NewPassword = z.output<typeof NewPassword>;

/** The reason why a new password is refused, as a sentence. Null when the password is accepted. */
export const PasswordProblem = z.object({ problem: z.string().nullable() });
