import { z } from 'zod';

/** In REST, the whole body. */
export const MailInput = z.object({
  body: z
    .instanceof(Uint8Array, { error: 'Mail must be a message/rfc822 body' })
    .meta({ override: { type: 'string', format: 'binary' } }),
});

export const MailReceipt = z.object({
  outcome: z
    .enum(['joined', 'opened', 'spam', 'noted', 'returned', 'known', 'left'])
    .describe('`known`: it had come before. `left`: it belongs to no message'),
  reason: z.string().optional().describe('Why the mail was left'),
});
export type MailReceipt = z.output<typeof MailReceipt>;

export const MailboxStatus = z.object({
  /** Null when none is configured. */
  address: z
    .object({
      host: z.string(),
      port: z.int(),
      user: z.string(),
      folder: z.string(),
      encryption: z.enum(['TLS', 'STARTTLS']),
      sign_in: z.enum(['password', 'oauth']),
    })
    .nullable(),
  /** Why the settings of the server cannot be used. */
  problem: z.string().nullable(),
  /** Null before the first look. */
  state: z
    .object({
      looked_at: z.string().nullable(),
      taken: z.int(),
      passed_over: z.int(),
      note: z.string().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type MailboxStatus = z.output<typeof MailboxStatus>;

export const MailboxTest = z.object({
  count: z.int(),
  /** The last ones, the newest first. */
  mails: z.array(
    z.object({
      from: z.string(),
      subject: z.string(),
      place: z.string(),
      message_id: z.int().nullable(),
    }),
  ),
  /** How the mail server calls itself, if its mails say so. */
  server_name: z.string().nullable(),
});
export type MailboxTest = z.output<typeof MailboxTest>;
