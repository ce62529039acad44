import { z } from 'zod';
import { EmailAddress } from '../../shared/account-fields.ts';
import { Id } from '../../shared/fields.ts';
import { oneLine, optionalLine, requiredText } from '../../shared/text-fields.ts';
import { fileField } from '../../shared/uploaded-file.ts';

// The script of the page and the server check the input with the schemas in this file.

const longText = (label: string) => requiredText(label, 10_000);

const guard = {
  /** A trap for programs: people do not see this field, but programs fill it in. */
  website: z.string('Website must be text').default('').describe('A trap for bots. Leave it empty'),
  /**
   * A signed token with the time at which the form was displayed. Callers that do not run the script of the page send
   * no token.
   */
  form_token: z
    .string('The form token must be text')
    .default('')
    .describe('The token of the form on the page. Programs leave it out'),
};

const person = {
  name: oneLine('Name', 120).describe('The name'),
  email: EmailAddress.describe('The e-mail address'),
  phone: optionalLine('Phone', 40).describe('The telephone number'),
};

export const ContactInput = z.strictObject({
  ...person,
  subject: oneLine('Subject', 200).describe('The subject'),
  message: longText('Message').describe('The message'),
  ...guard,
});
export type ContactInput = z.output<typeof ContactInput>;

export const QuotationInput = z.strictObject({
  ...person,
  company: optionalLine('Company', 200).describe('The company'),
  service: oneLine('Service', 200).describe('The service'),
  budget: optionalLine('Budget', 200).describe('The budget'),
  details: longText('Details').describe('Further details'),
  ...guard,
});
export type QuotationInput = z.output<typeof QuotationInput>;

export const InternshipInput = z.strictObject({
  ...person,
  university: optionalLine('University', 200).describe('The university'),
  field: oneLine('Field', 200).describe('The field of work'),
  message: longText('Message').describe('The message'),
  cv: fileField('CV').describe('The curriculum vitae, a PDF'),
  ...guard,
});
export type InternshipInput = z.output<typeof InternshipInput>;

export const ApplicationInput = z.strictObject({
  id: Id,
  ...person,
  message: longText('Message').describe('The message'),
  cv: fileField('CV').describe('The curriculum vitae, a PDF'),
  ...guard,
});
export type ApplicationInput = z.output<typeof ApplicationInput>;

/** The response to a visitor's message. Spam gets the same response. */
export const FormResponse = z
  .object({
    success: z.literal(true).describe('Always true'),
    message: z.string().describe('What happened, in words for a person'),
    /**
     * The reference that the sender gives when they contact staff about the message. A repeated post gets the reference
     * of the first post.
     */
    reference: z.string().describe('The reference that the visitor can quote'),
  })
  .meta({ title: 'Receipt' });
export type FormResponse = z.output<typeof FormResponse>;

export const FormToken = z.object({ token: z.string(), expires_at: z.string() });
