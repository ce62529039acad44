import { field } from '../field-builders.ts';

const placeholders = '{name}, {subject}, {company}, {reference}, {job} and {me} are filled in.';

/** The texts for answers to visitors' messages. */
export const answerFields = {
  templates: field.list(
    'Templates',
    'template',
    'name',
    {
      name: field.requiredLine('Name', 80),
      kind: field.choice('For', {
        all: 'All messages',
        contact: 'Contact',
        quotation: 'Quotations',
        internship: 'Internships',
        application: 'Applications',
      }),
      subject: field.line('Subject', 150, { help: 'Empty: Re: and the subject of the message.' }),
      text: field.text('Text', 4000, { help: placeholders }),
    },
    { max: 40 },
  ),
  signature: field.text('Signature', 1000, {
    help: 'Below each answer. {me} is the writer; {company}, {legal_name}, {registration} and {directors} work as in legal texts.',
  }),
  receipt: field.text('Confirmation of receipt', 2000, {
    help: 'A mail to each sender of a form, at most one an hour to an address. {company} and {reference} are filled in. Empty: no mail.',
  }),
} as const;
