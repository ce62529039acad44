import { z } from 'zod';
import { ById, Id, isStorable, Timestamp, unsafeTextMessage } from '../../shared/fields.ts';
import { langColumn } from '../../shared/columns.ts';
import { maxPathLength } from '../../shared/slugs.ts';
import { optionalTextField } from '../../shared/optional-text-field.ts';

const pathText = (label: string) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(maxPathLength, `${label} may have at most ${maxPathLength.toLocaleString('en')} characters`)
    .refine(isStorable, `${label} ${unsafeTextMessage}`);

/** A past address, which still leads to its row. */
export const PastAddress = z
  .object({
    path: z.string().describe('The path on the site'),
    since: Timestamp.meta({ description: 'Since when the row has the address.' }),
  })
  .meta({ title: 'Address' });
export type PastAddress = z.output<typeof PastAddress>;

/** `id` is absent for a new row. */
export const AddressProposalInput = z.object({
  text: z.string('Text is required').max(1000, 'Text may have at most 1,000 characters'),
  lang: optionalTextField(langColumn.lang),
  id: Id.optional(),
});

export const AddressKey = ById.extend({ path: pathText('Address').describe('The path on the site') });

export const Redirect = z
  .object({
    path: z.string().describe('The path on the site'),
    target: z.string().describe('The path that the redirect leads to'),
    since: Timestamp.describe('The time from which the redirect exists'),
    is_broken: z
      .boolean()
      .meta({ description: 'Visitors cannot open the target now, so the path is not found.' }),
  })
  .meta({ title: 'Redirect' });
export type Redirect = z.output<typeof Redirect>;

export const NewRedirect = z.object({
  path: pathText('Old address').describe('The path on the site'),
  target: pathText('Page').describe('The path that the redirect leads to'),
});
export const RedirectKey = z.object({ path: pathText('Old address').describe('The path on the site') });

export const RedirectFile = z.object({
  // Checked line by line later, so that characters which cannot be stored refuse only their own line.
  csv: z.string().max(900_000, 'The file may have at most 900,000 characters'),
});

export const RedirectFileResult = z.object({
  added: z.int(),
  /** Redirects that existed already. */
  known: z.int(),
  refused: z.array(z.object({ line: z.int(), path: z.string(), problem: z.string() })),
});
export type RedirectFileResult = z.output<typeof RedirectFileResult>;

export const MissedAddressView = z.object({ path: z.string(), misses: z.int(), last_at: Timestamp });
export type MissedAddressView = z.output<typeof MissedAddressView>;

export const RedirectQuery = z.object({
  search: z
    .string()
    .max(200, 'Search may have at most 200 characters')
    .refine(isStorable, `Search ${unsafeTextMessage}`)
    .optional()
    .meta({ description: 'A part of the path or of the target.' }),
});
