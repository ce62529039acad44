import { settingField } from '../field-builders.ts';

const placeholders =
  'The text may have {name}, {legal_name}, {address}, {street}, {city}, {country}, {phone}, {email}, {since}, {registration}, {vat}, {tax_number}, {directors} and {authority}. {form_minutes} says how long this program stores senders of forms. {contact_months}, {application_months}, {spam_days}, {trash_days}, {security_log_days} and {visit_months} are the figures of Privacy. {visit_counting} says that views are counted, while they are. {email_or:us} is a link to your email address or, without one, to the contact page.';

const document = (label: string) =>
  settingField.section(label, {
    is_shown: settingField.tick('Shown', {
      help: 'The page exists and is linked. A blank such as [[ name ]] must be filled in first.',
    }),
    title: settingField.requiredLine('Title', 120),
    intro: settingField.text('Introduction', 400),
    description: settingField.text('Description for search engines', 400, {
      help: 'Empty: the introduction.',
    }),
    card_line: settingField.line('Second line of the preview in shared links', 120),
    text: settingField.html('Text', 40_000, { help: placeholders }),
  });

/** The name of each text is the path of its page, such as `/imprint`. */
export const legalFields = {
  privacy: document('Privacy'),
  imprint: document('Imprint'),
  terms: document('Terms'),
  cookies: document('Cookies'),
} as const;

export type LegalPageName = keyof typeof legalFields;
export const legalPageNames = Object.keys(legalFields) as LegalPageName[];
