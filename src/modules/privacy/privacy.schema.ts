import { z } from 'zod';
import { EmailAddress } from '../../shared/account-fields.ts';
import { booleanField, optionalLine, Timestamp } from '../../shared/fields.ts';
import { treatmentNames } from './treatment.facts.ts';

export const PersonQuery = z.object({ email: EmailAddress.describe('The email address of the person') });

const PersonalPlace = z
  .object({
    place: z.string().describe('The table'),
    label: z.string().describe('The name for people'),
    treatment: z.enum(treatmentNames).describe('What erasing the person does with the rows'),
    count: z.int().describe('The number of entries'),
    rows: z
      .array(
        z.object({
          id: z.string().describe('The id'),
          title: z.string().describe('The title'),
          path: z.string().nullable().describe('The path on the site'),
        }),
      )
      .describe('The first 20'),
  })
  .meta({ title: 'Person' });
export type PersonalPlace = z.output<typeof PersonalPlace>;

export const Person = z.object({
  email: z.string().describe('The e-mail address'),
  account: z
    .object({ id: z.int().describe('The id'), name: z.string().describe('The name') })
    .nullable()
    .describe('The account with this address, or null'),
  places: z.array(PersonalPlace).describe('The tables that have something of the person'),
  files: z.int().describe('The number of files of the person'),
  mails: z.array(Timestamp).describe('When mails of the person arrived. The mailbox may still have them'),
});
export type Person = z.output<typeof Person>;

export const ErasureInput = PersonQuery.extend({
  reference: optionalLine('Reference', 120)
    .default('')
    .describe('Words of your own, such as the number of a letter'),
  forget: booleanField('Forget')
    .default(false)
    .describe('Also deletes earlier versions and rows of the trash that have the address'),
});
export type ErasureInput = z.output<typeof ErasureInput>;

export const ErasureView = z
  .object({
    id: z.int().describe('The id'),
    created_at: Timestamp.describe('The time of creation'),
    user_name: z.string().describe('The name of the user at that time'),
    reference: z.string().describe('Words of your own, such as the number of a letter'),
    counts: z.record(z.string(), z.int()).describe('The number of rows by table'),
    is_done: z.boolean().describe('False while it runs, and after it was interrupted'),
  })
  .meta({ title: 'PersonEraseAnswerErasure' });
export type ErasureView = z.output<typeof ErasureView>;

/** The next deletion at the end of a retention period. */
export const DueMessages = z.object({ figure: z.string(), at: Timestamp, messages: z.int(), files: z.int() });
export type DueMessages = z.output<typeof DueMessages>;

/** Messages that are older than `months` and not done. */
export const OverdueMessages = z.object({
  figure: z.string(),
  months: z.int(),
  state: z.enum(['open', 'answered']),
  count: z.int(),
});
export type OverdueMessages = z.output<typeof OverdueMessages>;
