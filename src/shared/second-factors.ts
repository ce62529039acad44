import { z } from 'zod';
import { Timestamp } from './fields.ts';

export const FactorView = z.object({
  id: z.int(),
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  /** False for an authenticator app whose secret can no longer be opened by any key. */
  is_usable: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type FactorView = z.output<typeof FactorView>;

export const FactorList = z.object({
  factors: z.array(FactorView),
  recovery_codes_left: z.int(),
  /** False for an account that single sign-on has created: its second factor belongs to the provider. */
  can_add: z.boolean(),
  /** Whether the role needs a second factor (`SECOND_FACTOR_ROLES`). */
  is_required: z.boolean(),
});
export type FactorList = z.output<typeof FactorList>;
