import { z } from 'zod';
import { Timestamp } from './fields.ts';
import { roles } from './roles.ts';

export const UserView = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles).meta({ title: 'Role' }),
  })
  .meta({ title: 'SignedInUser' });
export type UserView = z.output<typeof UserView>;

export const SignedIn = z
  .object({ token: z.string(), user: UserView, expires_at: Timestamp })
  .meta({ title: 'SignedIn' });
export type SignedIn = z.output<typeof SignedIn>;

export const SessionView = z
  .object({
    id: z.int(),
    /** The browser and the operating system, for example 'Firefox on Windows'. */
    device: z.string(),
    address: z.string(),
    is_remembered: z.boolean(),
    is_current: z.boolean(),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ title: 'Session' });
export type SessionView = z.output<typeof SessionView>;
