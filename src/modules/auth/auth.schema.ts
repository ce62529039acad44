import { z } from 'zod';
import { EmailAddress, typedPassword } from '../../shared/account-fields.ts';
import { booleanField } from '../../shared/fields.ts';
import { OneTimeCode } from './factors.schema.ts';

export const Credentials = z.object({
  email: EmailAddress,
  password: typedPassword('Password'),
  remember: booleanField('Remember me').default(false),
  one_time_code: OneTimeCode.optional().describe(
    'For an account with a second factor: six digits of an authenticator app, or a recovery code',
  ),
});
export type Credentials = z.output<typeof Credentials>;

export const ForgottenPassword = z.object({ email: EmailAddress });

export const NewPassword = z.object({
  token: z.string({ error: 'The link is not complete.' }).min(1, 'The link is not complete.').max(200),
  password: typedPassword('Password'),
});
export type NewPassword = z.output<typeof NewPassword>;

/** The reason why a new password is refused, as a sentence. Null when the password is accepted. */
export const PasswordProblem = z.object({ problem: z.string().nullable() });
