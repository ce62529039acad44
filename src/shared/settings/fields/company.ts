import { field } from '../field-builders.ts';

/** The facts of the company that all pages can show. */
export const companyFields = {
  name: field.requiredLine('Name', 80, { help: 'As people say it.' }),
  short_name: field.line('Short name', 30, {
    help: 'For the bar at the top of pages, the titles of browser tabs and the icon on phones. Empty: the name.',
  }),
  tagline: field.line('Slogan', 120, { help: 'The heading of the home page. Empty: the name.' }),
  summary: field.text('In one sentence', 400, {
    help: 'What you do, for the home page, the page about you and search results. {name} is the name.',
  }),
  legal_name: field.line('Legal name', 120, { help: 'As it is registered.' }),
  since: field.year('Founded'),
  phone: field.line('Phone', 40, { help: 'With the country code. Shown as you type it.' }),
  email: field.email('Email'),
  opening_hours: field.lines('Opening hours', 'entry', 100, {
    help: 'For example: Monday to Friday, 9:00 to 17:00.',
  }),
  address: field.section('Address', {
    street: field.line('Street', 200),
    city: field.line('City', 100),
    region: field.line('State or region', 100),
    postcode: field.line('Postcode', 20),
    country_code: field.country('Country', { help: 'Decides the order of the lines of the address.' }),
  }),
  social: field.list('Social links', 'link', 'label', {
    label: field.requiredLine('Label', 60),
    url: field.link('Address'),
  }),
  registration: field.section('Registration', {
    court: field.line('Register', 120, { help: 'The court or office that keeps the entry.' }),
    number: field.line('Number', 60),
    vat_id: field.line('VAT number', 40),
    tax_number: field.line('Tax number', 40),
    directors: field.line('Managing directors', 300),
    authority: field.line('Supervisory authority', 200),
  }),
} as const;
