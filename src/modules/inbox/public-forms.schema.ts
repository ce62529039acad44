import { z } from 'zod';
import { EmailAddress } from '../../shared/account-fields.ts';
import { type CustomField, tickedValue } from '../../shared/blocks/form-fields.ts';
import { Id, oneLine, oneOf, optionalLine, optionalText, requiredText } from '../../shared/fields.ts';
import { fileField } from '../../shared/uploads.ts';

const longText = (label: string) => requiredText(label, 10_000);

const guard = {
  website: z.string('Website must be text').default('').describe('A trap for bots. Leave it empty'),
  /** Signed, with the time of showing the form. Callers that do not run the page's script send none. */
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

/** Spam gets the same response. */
export const FormResponse = z
  .object({
    success: z.literal(true).describe('Always true'),
    message: z.string().describe('What happened, in words for a person'),
    /** A repeated post gets the reference of the first one. */
    reference: z.string().describe('The reference that the visitor can quote'),
  })
  .meta({ title: 'Receipt' });
export type FormResponse = z.output<typeof FormResponse>;

export const FormToken = z.object({ token: z.string(), expires_at: z.string() });

const maxLine = 200;
const maxText = 5000;
/** Fields that an older version of the form may have had. */
const maxOthers = 12;

/** Fields that staff added to the form are further members. */
export const PageFormInput = z
  .object({
    id: Id,
    ...person,
    cv: fileField('File'),
    ...guard,
  })
  .catchall(z.string('A field must be text').max(10_000));
export type PageFormInput = z.output<typeof PageFormInput>;

/** Also accepts 12 other fields: the form may have changed since the visitor opened the page. */
export function pageFormSchema(fields: readonly CustomField[]) {
  const own = fields.filter(({ type }) => type !== 'File').map((field) => [field.name, schemaOf(field)]);
  return z
    .object(Object.fromEntries(own) as Record<string, z.ZodType<string>>)
    .catchall(optionalText('A field', maxText))
    .refine((typed) => Object.keys(typed).length <= own.length + maxOthers, 'This form has fewer fields.');
}

function schemaOf({ label, type, choices, isRequired }: CustomField): z.ZodType<string> {
  const mayBeEmpty = (schema: z.ZodType<string>) =>
    isRequired ? schema : z.literal('').or(schema).default('');
  switch (type) {
    case 'Text':
      return (isRequired ? requiredText : optionalText)(label, maxText);
    case 'E-mail':
      return mayBeEmpty(EmailAddress);
    case 'Choice':
      return mayBeEmpty(oneOf(label, choices));
    case 'Tick':
      return mayBeEmpty(oneOf(label, [tickedValue]));
    case 'Date':
      return mayBeEmpty(z.iso.date(`${label} must be a date`));
    default:
      return (isRequired ? oneLine : optionalLine)(label, type === 'Phone' ? 40 : maxLine);
  }
}
