import { z } from 'zod';
import { EmailAddress } from '../../shared/account-fields.ts';
import { booleanField, Timestamp } from '../../shared/fields.ts';
import { optionalLine } from '../../shared/text-fields.ts';
import { treatmentNames } from './treatment.facts.ts';

export const PersonQuery = z.object({ email: EmailAddress });

const PersonalPlace = z
  .object({
    place: z.string().describe('The table'),
    label: z.string(),
    treatment: z.enum(treatmentNames),
    count: z.int(),
    rows: z
      .array(z.object({ id: z.string(), title: z.string(), path: z.string().nullable() }))
      .describe('The first 20'),
  })
  .meta({ title: 'Person' });
export type PersonalPlace = z.output<typeof PersonalPlace>;

export const Person = z.object({
  email: z.string(),
  account: z.object({ id: z.int(), name: z.string() }).nullable(),
  places: z.array(PersonalPlace),
  files: z.int(),
});
export type Person = z.output<typeof Person>;

export const ErasureInput = PersonQuery.extend({
  reference: optionalLine('Reference', 120).default(''),
  forget: booleanField('Forget').default(false),
});
export type ErasureInput = z.output<typeof ErasureInput>;

export const ErasureView = z
  .object({
    id: z.int(),
    created_at: Timestamp,
    user_name: z.string(),
    reference: z.string(),
    counts: z.record(z.string(), z.int()),
    is_done: z.boolean(),
  })
  .meta({ title: 'PersonEraseAnswerErasure' });
export type ErasureView = z.output<typeof ErasureView>;

/**
 * The next deletion of messages at the end of a retention period: its time, and how many messages and files are
 * deleted.
 */
export const DueMessages = z.object({ figure: z.string(), at: Timestamp, messages: z.int(), files: z.int() });
export type DueMessages = z.output<typeof DueMessages>;

/** The number of messages that are older than `months` and not done. */
export const OverdueMessages = z.object({
  figure: z.string(),
  months: z.int(),
  state: z.enum(['open', 'answered']),
  count: z.int(),
});
export type OverdueMessages = z.output<typeof OverdueMessages>;
