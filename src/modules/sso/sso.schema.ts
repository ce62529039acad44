import { z } from 'zod';
import { Id, Timestamp } from '../../shared/fields.ts';

const ignored = z.unknown().optional();

/** Only the token is used. Everything else comes from the provider. */
export const SsoCredentials = z.object({
  // What cannot be a token gets the message of an invalid one.
  access_token: z
    .string()
    .max(16_384)
    .catch('')
    .describe('The access token that the single-sign-on provider issued to the program'),
  email: ignored.describe('The e-mail address'),
  name: ignored.describe('The name'),
  role: ignored.describe('The role, which decides what the person may do'),
});

/** The query that the provider has added to the return address. */
export const SsoCallbackInput = z.object({
  callback: z.string().max(8192).catch(''),
});

/** Until when the session needs no further proof, or null if it never does. */
export const SsoConfirmationResult = z.object({ confirmed_until: Timestamp.nullable() });
export type SsoConfirmationResult = z.output<typeof SsoConfirmationResult>;

export const SsoLinkView = z.object({
  id: z.int(),
  kind: z.enum(['came', 'linked', 'asked']),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  is_email_verified: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp,
});
export type SsoLinkView = z.output<typeof SsoLinkView>;

export const SsoLinkChoice = z.object({ id: Id, link_id: Id });
export type SsoLinkChoice = z.output<typeof SsoLinkChoice>;

export const SsoReport = z.object({
  findings: z.array(
    z.object({ step: z.string(), verdict: z.enum(['fine', 'note', 'wrong']), words: z.string() }),
  ),
});
