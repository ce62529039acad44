import { z } from 'zod';
import { Id, Timestamp } from '../../shared/fields.ts';

const ignored = z.unknown().optional();

/** What a caller sends: only the token counts, and what the provider says of it. */
export const SsoCredentials = z.object({
  // What can be no token is refused in the words for one that does not count.
  access_token: z.string().max(16_384).catch(''),
  email: ignored,
  name: ignored,
  role: ignored,
});

/** What the provider added to the address of the callback. */
export const SsoCallback = z.object({
  callback: z.string().max(8192).catch(''),
});

/** The tie between an account and a person at the provider, as an admin sees it. */
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

/** A link of a user. */
export const SsoLinkChoice = z.object({ id: Id, link_id: Id });
export type SsoLinkChoice = z.output<typeof SsoLinkChoice>;

/** The self-test. */
export const SsoReport = z.object({
  findings: z.array(
    z.object({ step: z.string(), verdict: z.enum(['fine', 'note', 'wrong']), words: z.string() }),
  ),
});
