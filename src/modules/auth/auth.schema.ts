import { z } from 'zod';
import { flag, Timestamp } from '../../shared/fields.ts';
import { roles } from '../../shared/roles.ts';

/** Somebody signed in, as the browser knows them. */
export const UserView = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
});
export type UserView = z.output<typeof UserView>;

/** What the sign-in form sends. The password counts exactly as it was typed. */
export const Credentials = z.object({
  email: z
    .string({ error: 'E-mail is required' })
    .trim()
    .min(1, 'E-mail is required')
    .max(254, 'E-mail may have at most 254 characters')
    .pipe(z.email('E-mail must be a valid e-mail address')),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1024, 'Password may have at most 1,024 characters'),
  remember: flag('Remember me').default(false),
});
export type Credentials = z.output<typeof Credentials>;

/** The answer to a sign-in. */
export const SignedIn = z.object({ token: z.string(), user: UserView, expires_at: Timestamp });
export type SignedIn = z.output<typeof SignedIn>;
