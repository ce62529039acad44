import { z } from 'zod';
import { Id, Timestamp, wholeNumber } from '../../shared/fields.ts';

export const PreviewRequest = z.object({
  id: Id,
  days: wholeNumber('Days', 1, 30).default(7).meta({ description: 'How long the link is valid.' }),
});
export type PreviewRequest = z.output<typeof PreviewRequest>;

export const PreviewLink = z.object({
  link: z.url().describe('The address of the page with the draft'),
  expires_at: Timestamp.describe('The time of expiry'),
});
export type PreviewLink = z.output<typeof PreviewLink>;

/** The values of a form, complete or not. `id` is absent for a new row. */
export const DraftRequest = z.object({
  id: Id.optional(),
  values: z.record(z.string(), z.unknown()),
  has_file: z.boolean().optional().meta({ description: 'A picture was chosen that is not uploaded yet.' }),
});
export type DraftRequest = z.output<typeof DraftRequest>;

export const DraftPage = z.object({ status: z.int(), document: z.string() });
