import { z } from 'zod';
import { isEmailAddress, toAsciiDomain } from '../../shared/account-fields.ts';
import { Timestamp } from '../../shared/fields.ts';
import { oneLine } from '../../shared/text-fields.ts';

/** The input of a new block. A domain may be written with a leading `@`, which is removed. */
export const BlockInput = z.object({
  sender: oneLine('Sender', 254)
    .transform((text) => text.replace(/^@/, ''))
    .refine((text) => isEmailAddress(text) || toAsciiDomain(text) !== undefined, {
      error: 'Sender must be an email address, or a domain such as example.com',
    })
    .describe('An email address, or a domain such as `example.com`'),
});

export const BlockedSenderView = z
  .object({
    id: z.int().describe('The id'),
    /** An email address, or a domain without `@`. */
    sender: z.string().describe('An email address, or a domain such as `example.com`'),
    /** The name of the user who blocked the sender. */
    user_name: z.string().describe('The name of the user at that time'),
    created_at: Timestamp.describe('The time of creation'),
  })
  .meta({ title: 'MessageBlockedSendersAnswerBlockedSenders' });
export type BlockedSenderView = z.output<typeof BlockedSenderView>;
