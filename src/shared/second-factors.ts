import { z } from 'zod';
import { Timestamp } from './fields.ts';

export const FactorView = z.object({
  id: z.int(),
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  /** False for an authenticator app whose stored secret cannot be decrypted with any key of the server. */
  is_usable: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type FactorView = z.output<typeof FactorView>;

export const FactorList = z.object({
  factors: z.array(FactorView),
  recovery_codes_left: z.int(),
  /**
   * False for an account that was created by single sign-on, because the sign-on provider asks for the second factor
   * of such an account.
   */
  can_add: z.boolean(),
  /** Whether the role of the user needs a second factor (`SECOND_FACTOR_ROLES`). */
  is_required: z.boolean(),
});
export type FactorList = z.output<typeof FactorList>;
