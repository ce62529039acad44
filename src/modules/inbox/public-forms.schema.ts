import { z } from 'zod';
import { EmailAddress } from '../../shared/account-fields.ts';
import { Id } from '../../shared/fields.ts';
import { oneLine, optionalLine, requiredText } from '../../shared/text-fields.ts';
import { fileField } from '../../shared/uploaded-file.ts';

// The script of the page and the server check the input with the schemas in this file.

const longText = (label: string) => requiredText(label, 10_000);

const guard = {
  /** A trap for programs: people do not see this field, but programs fill it in. */
  website: z.string('Website must be text').default(''),
  /**
   * A signed token with the time at which the form was displayed. Callers that do not run the script of the page send
   * no token.
   */
  form_token: z.string('The form token must be text').default(''),
};

const person = {
  name: oneLine('Name', 120),
  email: EmailAddress,
  phone: optionalLine('Phone', 40),
};

export const ContactInput = z.strictObject({
  ...person,
  subject: oneLine('Subject', 200),
  message: longText('Message'),
  ...guard,
});
export type ContactInput = z.output<typeof ContactInput>;

export const QuotationInput = z.strictObject({
  ...person,
  company: optionalLine('Company', 200),
  service: oneLine('Service', 200),
  budget: optionalLine('Budget', 200),
  details: longText('Details'),
  ...guard,
});
export type QuotationInput = z.output<typeof QuotationInput>;

export const InternshipInput = z.strictObject({
  ...person,
  university: optionalLine('University', 200),
  field: oneLine('Field', 200),
  message: longText('Message'),
  cv: fileField('CV'),
  ...guard,
});
export type InternshipInput = z.output<typeof InternshipInput>;

export const ApplicationInput = z.strictObject({
  id: Id,
  ...person,
  message: longText('Message'),
  cv: fileField('CV'),
  ...guard,
});
export type ApplicationInput = z.output<typeof ApplicationInput>;

/** The response to a visitor's message. Spam gets the same response. */
export const FormResponse = z
  .object({
    success: z.literal(true),
    message: z.string(),
    /**
     * The reference that the sender gives when they contact staff about the message. A repeated post gets the reference
     * of the first post.
     */
    reference: z.string(),
  })
  .meta({ title: 'Receipt' });
export type FormResponse = z.output<typeof FormResponse>;

export const FormToken = z.object({ token: z.string(), expires_at: z.string() });
