import { country, email, line, lines, link, list, requiredLine, section, text, year } from '../fields.ts';

/** What is true of the company on every page. */
export const companyFields = {
  name: requiredLine('Name', 80, { help: 'As people say it.' }),
  tagline: line('Slogan', 120, { help: 'The heading of the home page. Empty: the name.' }),
  summary: text('In one sentence', 400, {
    help: 'What you do, for the home page, the page about you and search results. {name} is the name.',
  }),
  legal_name: line('Legal name', 120, { help: 'As it is registered.' }),
  since: year('Founded'),
  phone: line('Phone', 40, { help: 'With the country code. Shown as you type it.' }),
  email: email('Email'),
  opening_hours: lines('Opening hours', 'entry', 100, {
    help: 'For example: Monday to Friday, 9:00 to 17:00.',
  }),
  address: section('Address', {
    street: line('Street', 200),
    city: line('City', 100),
    region: line('State or region', 100),
    postcode: line('Postcode', 20),
    country_code: country('Country', { help: 'Decides the order of the lines of the address.' }),
  }),
  social: list('Social links', 'link', 'label', {
    label: requiredLine('Label', 60),
    url: link('Address'),
  }),
  registration: section('Registration', {
    court: line('Register', 120, { help: 'The court or office that keeps the entry.' }),
    number: line('Number', 60),
    vat_id: line('VAT number', 40),
    tax_number: line('Tax number', 40),
    directors: line('Managing directors', 300),
    authority: line('Supervisory authority', 200),
  }),
} as const;
