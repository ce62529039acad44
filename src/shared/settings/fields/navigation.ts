import { field } from '../field-builders.ts';

const links = {
  label: field.requiredLine('Label', 60),
  url: field.address('Leads to', { help: 'A page such as /about, or a web address.' }),
  is_hidden: field.tick('Hidden'),
  is_below: field.tick('Below the entry above'),
};

/** The links in the header and the footer. */
export const navigationFields = {
  header: field.list('Header', 'link', 'label', links, {
    help: 'Also the first column of the footer. A list without entries, such as an empty blog, is left out until it has one.',
  }),
  contact_label: field.requiredLine('Button to the contact page', 40),
  footer: field.list('Second column of the footer', 'link', 'label', links),
  footer_more: field.list('Third column of the footer', 'link', 'label', links),
} as const;
