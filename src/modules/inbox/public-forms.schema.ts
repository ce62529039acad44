import { z } from 'zod';
import { EmailAddress } from '../../shared/account-fields.ts';
import { type CustomField, tickedValue } from '../../shared/blocks/form-fields.ts';
import { Id, oneLine, oneOf, optionalLine, optionalText, requiredText } from '../../shared/fields.ts';
import { fileField } from '../../shared/uploads.ts';

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

const maxLine = 200;
const maxText = 5000;
/** The maximum number of additional fields, which an older version of the form may have had. */
const maxOthers = 12;

/**
 * The input of a page's own form. The fields that staff added to the form are further members of the object.
 */
export const PageFormInput = z
  .object({
    id: Id,
    name: oneLine('Name', 120).describe('The name'),
    email: EmailAddress.describe('The e-mail address'),
    phone: optionalLine('Phone', 40).describe('The telephone number'),
    cv: fileField('File'),
    website: z.string('Website must be text').default('').describe('A trap for bots. Leave it empty'),
    form_token: z
      .string('The form token must be text')
      .default('')
      .describe('The token of the form on the page. Programs leave it out'),
  })
  .catchall(z.string('A field must be text').max(10_000));
export type PageFormInput = z.output<typeof PageFormInput>;

/**
 * Returns the schema of the fields that staff added to a form. Also accepts up to 12 other fields, because
 * the form may have changed since the visitor opened the page.
 */
export function pageFormSchema(fields: readonly CustomField[]) {
  const own = fields.filter(({ type }) => type !== 'File').map((field) => [field.name, schemaOf(field)]);
  return z
    .object(Object.fromEntries(own) as Record<string, z.ZodType<string>>)
    .catchall(optionalText('A field', maxText))
    .refine((typed) => Object.keys(typed).length <= own.length + maxOthers, 'This form has fewer fields.');
}

function schemaOf({ label, type, choices, isRequired }: CustomField): z.ZodType<string> {
  switch (type) {
    case 'Text':
      return (isRequired ? requiredText : optionalText)(label, maxText);
    case 'E-mail':
      return isRequired ? EmailAddress : z.literal('').or(EmailAddress).default('');
    case 'Choice':
      return isRequired ? oneOf(label, choices) : z.literal('').or(oneOf(label, choices)).default('');
    case 'Tick':
      return isRequired
        ? oneOf(label, [tickedValue])
        : z
            .literal('')
            .or(oneOf(label, [tickedValue]))
            .default('');
    case 'Date':
      return isRequired
        ? z.iso.date(`${label} must be a date`)
        : z
            .literal('')
            .or(z.iso.date(`${label} must be a date`))
            .default('');
    default:
      return (isRequired ? oneLine : optionalLine)(label, type === 'Phone' ? 40 : maxLine);
  }
}
