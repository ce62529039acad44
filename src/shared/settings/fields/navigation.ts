import { address, list, requiredLine, tick } from '../fields.ts';

const links = {
  label: requiredLine('Label', 60),
  url: address('Leads to', { help: 'A page such as /about, or a web address.' }),
  is_hidden: tick('Hidden'),
};

/** The links of the header and the footer. */
export const navigationFields = {
  header: list('Header', 'link', 'label', links, { help: 'Also the first column of the footer.' }),
  contact_label: requiredLine('Button to the contact page', 40),
  footer: list('Second column of the footer', 'link', 'label', links),
  footer_more: list('Third column of the footer', 'link', 'label', links),
} as const;
