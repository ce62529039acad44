import { z } from 'zod';
import { Timestamp } from './fields.ts';
import { roles } from './roles.ts';

export const UserView = z
  .object({
    id: z.int().describe('The id'),
    name: z.string().describe('The name'),
    email: z.string().describe('The e-mail address'),
    role: z.enum(roles).meta({ title: 'Role' }).describe('The role, which decides what the person may do'),
  })
  .meta({ title: 'SignedInUser' });
export type UserView = z.output<typeof UserView>;

export const SignedIn = z
  .object({
    token: z.string().describe('The secret to send as a bearer token'),
    user: UserView.describe('The user'),
    expires_at: Timestamp.describe('The time of expiry'),
  })
  .meta({ title: 'SignedIn' });
export type SignedIn = z.output<typeof SignedIn>;

export const SessionView = z
  .object({
    id: z.int().describe('The id'),
    /** Such as 'Firefox on Windows'. */
    device: z.string().describe('The browser and the operating system'),
    address: z.string().describe('The network address'),
    is_remembered: z.boolean().describe('Whether the session outlives the browser'),
    is_current: z.boolean().describe('Whether this is the session of the call'),
    created_at: Timestamp.describe('The time of creation'),
    last_used_at: Timestamp.describe('The time of the last use, or null'),
    expires_at: Timestamp.describe('The time of expiry'),
  })
  .meta({ title: 'Session' });
export type SessionView = z.output<typeof SessionView>;

export const FactorView = z.object({
  id: z.int(),
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  /** False for an authenticator app whose stored secret no key of the server decrypts. */
  is_usable: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type FactorView = z.output<typeof FactorView>;

export const FactorList = z.object({
  factors: z.array(FactorView),
  recovery_codes_left: z.int(),
  /** False for an account made by single sign-on, whose provider asks for the second factor. */
  can_add: z.boolean(),
  /** By `SECOND_FACTOR_ROLES`. */
  is_required: z.boolean(),
});
export type FactorList = z.output<typeof FactorList>;
