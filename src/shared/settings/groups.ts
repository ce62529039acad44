import { headingFontLabels } from '../brand/heading-fonts.ts';
import type { JobTypeKey } from '../enumerations.ts';
import type { Grant } from '../grants.ts';
import { categoryMotifs } from '../motifs.ts';
import { type Weekday, weekdays } from './fields/opening-hours.ts';
import { settingField } from './field-builders.ts';
import type { Fields, ValuesOf } from './field-types.ts';
import { featureFields } from './fields/features.ts';
import { legalFields } from './fields/legal.ts';
import { pagesFields } from './fields/pages.ts';
import { type Language, languages, regionFields } from './fields/region.ts';
import { textFieldsOf } from './translated-groups.ts';

const placeholders = '{name}, {subject}, {company}, {reference}, {job} and {me} are filled in.';

const answerFields = {
  templates: settingField.list(
    'Templates',
    'template',
    'name',
    {
      name: settingField.requiredLine('Name', 80),
      kind: settingField.choice('For', {
        all: 'All messages',
        contact: 'Contact',
        quotation: 'Quotations',
        internship: 'Internships',
        application: 'Applications',
      }),
      subject: settingField.line('Subject', 150, { help: 'Empty: Re: and the subject of the message.' }),
      text: settingField.text('Text', 4000, { help: placeholders }),
    },
    { max: 40 },
  ),
  signature: settingField.text('Signature', 1000, {
    help: 'Below each answer. {me} is the writer; {company}, {legal_name}, {registration} and {directors} work as in legal texts.',
  }),
  receipt: settingField.text('Confirmation of receipt', 2000, {
    help: 'A mail to each sender of a form, at most one an hour to an address. {company} and {reference} are filled in. Empty: no mail.',
  }),
  stages: settingField.list(
    'Stages of applications',
    'stage',
    'name',
    { name: settingField.requiredLine('Name', 40) },
    {
      max: 12,
      help: 'The columns of the applicants of a job. New applications begin in the first. Applicants of a removed stage keep a column until they are moved. Those in the stage “Refused”, also under another name, count as refused for Data retention.',
    },
  ),
} as const;

const brandFields = {
  accent: settingField.colour('Your colour', {
    help: 'Every other colour is made from it, so that all text can be read.',
  }),
  paper: settingField.choice('Background', {
    warm: 'Warm white',
    plain: 'White',
    tinted: 'A touch of your colour',
  }),
  corners: settingField.choice('Corners', {
    '0': 'Square',
    '4': 'Slightly round',
    '8': 'Round',
    '16': 'Very round',
  }),
  heading_font: settingField.choice('Font of headings', headingFontLabels),
  drawings: settingField.choice('Drawings', {
    accent: 'In your colour',
    grey: 'Grey, with a spot of your colour',
    off: 'None',
  }),
  pictures: settingField.choice(
    'Pictures',
    {
      own: 'As they are',
      mild: 'With a touch of your colour',
      tone: 'In one tone of your colour',
      grey: 'Grey',
    },
    { help: 'One treatment makes pictures from different cameras look alike. The originals stay.' },
  ),
  logo: settingField.picture(
    'Logo',
    { width: 960, height: 192 },
    { help: 'SVG, PNG or WebP. Without one, the site shows the first letter of your name.' },
  ),
  logo_dark: settingField.picture(
    'Logo on dark backgrounds',
    { width: 960, height: 192 },
    { help: 'Without one, the logo is on a light plate where the page is dark.' },
  ),
  icon: settingField.picture(
    'Icon',
    { width: 512, height: 512 },
    {
      help: 'A square picture for browser tabs and phones. Without one, it is made of a square logo or the first letter.',
    },
  ),
} as const;

const maxName = 60;
/** Limited, because error messages of the API contain all entries. */
const maxEntries = 200;

const former = settingField.lines('Former names', 'name', 80, {
  help: 'Addresses and programs that still use one of them find this entry.',
  isAddress: true,
});
const motifs: Readonly<Record<string, string>> = {
  '': 'Chosen by the name',
  ...Object.fromEntries(
    Object.keys(categoryMotifs).map((key) => [key, (key[0]!.toUpperCase() + key.slice(1)).replace('-', ' ')]),
  ),
};
const category = {
  name: settingField.requiredLine('Name', maxName),
  motif: settingField.choice('Drawing', motifs),
  former,
};

/** What posts, projects and team members choose from, and the labels of job types. */
export const choiceFields = {
  blog_categories: settingField.list('Blog categories', 'category', 'name', category, { max: maxEntries }),
  portfolio_categories: settingField.list('Portfolio categories', 'category', 'name', category, {
    max: maxEntries,
  }),
  team_sections: settingField.list(
    'Team sections',
    'section',
    'name',
    {
      name: settingField.requiredLine('Name', maxName),
      is_first_large: settingField.tick('Show the first person larger'),
      former,
    },
    { max: maxEntries },
  ),
  team_roles: settingField.list(
    'Job titles',
    'job title',
    'name',
    { name: settingField.requiredLine('Name', maxName), former },
    { max: maxEntries },
  ),
  job_types: settingField.section(
    'Types of jobs',
    {
      full_time: settingField.requiredLine('Full-time', maxName),
      part_time: settingField.requiredLine('Part-time', maxName),
      contract: settingField.requiredLine('Contract', maxName),
      internship: settingField.requiredLine('Internship', maxName),
    } satisfies Record<JobTypeKey, unknown>,
    { help: 'What the site and the panel call them. Programs use the same four words as ever.' },
  ),
} as const;

const weekdayLabels = Object.fromEntries(weekdays.map((day) => [day, day])) as Record<Weekday, string>;

const companyFields = {
  name: settingField.requiredLine('Name', 80, { help: 'As people say it.' }),
  short_name: settingField.line('Short name', 30, {
    help: 'For the bar at the top of pages, the titles of browser tabs and the icon on phones. Empty: the name.',
  }),
  tagline: settingField.line('Slogan', 120, { help: 'The heading of the home page. Empty: the name.' }),
  summary: settingField.text('In one sentence', 400, {
    help: 'What you do, for the home page, the page about you and search results. {name} is the name.',
  }),
  legal_name: settingField.line('Legal name', 120, { help: 'As it is registered.' }),
  since: settingField.year('Founded'),
  phone: settingField.line('Phone', 40, { help: 'With the country code. Shown as you type it.' }),
  email: settingField.email('Email'),
  opening_hours: settingField.lines('Opening hours', 'entry', 100, {
    help: 'For example: Monday to Friday, 9:00 to 17:00. Shown until there are hours by day.',
  }),
  hours: settingField.list(
    'Opening hours by day',
    'entry',
    'first_day',
    {
      first_day: settingField.choice('From', weekdayLabels),
      last_day: settingField.choice('To', weekdayLabels),
      times: settingField.shaped('Times', 'times', { isRequired: true, help: 'Such as 09:00–17:30.' }),
    },
    {
      max: 21,
      help: 'Pages show them instead of the lines above, and say until when you are open. Search engines know them.',
    },
  ),
  hours_exceptions: settingField.list(
    'Other hours on single days',
    'day',
    'day',
    {
      day: settingField.shaped('Day', 'day', { isRequired: true, help: 'Such as 2026-12-24.' }),
      times: settingField.shaped('Times', 'times', { help: 'Empty: closed.' }),
    },
    { help: 'Holidays, for example. They need hours by day.' },
  ),
  address: settingField.section('Address', {
    street: settingField.line('Street', 200),
    city: settingField.line('City', 100),
    region: settingField.line('State or region', 100),
    postcode: settingField.line('Postcode', 20),
    country_code: settingField.country('Country', { help: 'Decides the order of the lines of the address.' }),
  }),
  social: settingField.list('Social links', 'link', 'label', {
    label: settingField.requiredLine('Label', 60),
    url: settingField.link('Address'),
  }),
  registration: settingField.section('Registration', {
    court: settingField.line('Register', 120, { help: 'The court or office that keeps the entry.' }),
    number: settingField.line('Number', 60),
    vat_id: settingField.line('VAT number', 40),
    tax_number: settingField.line('Tax number', 40),
    directors: settingField.line('Managing directors', 300),
    authority: settingField.line('Supervisory authority', 200),
  }),
} as const;

const listFields = {
  services: settingField.list('Services', 'service', 'title', {
    title: settingField.requiredLine('Title', 80),
    summary: settingField.text('Summary', 400),
    points: settingField.lines('What the client gets', 'point', 200),
    price: settingField.line('Price', 60, { help: 'Such as: from £38 a person, or: fixed price.' }),
    duration: settingField.line('Duration', 60, { help: 'Such as: two to six weeks.' }),
  }),
  highlights: settingField.list('Highlights of the home page', 'highlight', 'title', {
    title: settingField.requiredLine('Title', 80),
    text: settingField.text('Text', 400),
  }),
  values: settingField.list('Values', 'value', 'title', {
    title: settingField.requiredLine('Title', 80),
    text: settingField.text('Text', 400),
  }),
  achievements: settingField.list('Achievements', 'achievement', 'label', {
    figure: settingField.requiredLine('Figure', 20),
    label: settingField.requiredLine('Label', 80),
    text: settingField.text('Text', 400),
  }),
  company_life: settingField.list('Company life', 'card', 'title', {
    title: settingField.requiredLine('Title', 80),
    text: settingField.text('Text', 400),
    link_label: settingField.line('Text of the link', 60),
    path: settingField.address('Leads to'),
  }),
} as const;

/** The sender of mails is configured on the server. */
const mailFields = {
  answers_to: settingField.email('Answers go to', {
    help: 'Where visitors’ replies to your answers arrive. Empty: the email of the company.',
  }),
  copy_to: settingField.email('Copy of each answer to', {
    help: 'Your own mailbox, for example. Empty: no copies.',
  }),
  opens_messages: settingField.tick('New mails become messages', {
    help: 'Mails to the mailbox that answer nothing open a message. Otherwise they stay in the mailbox alone. Replies to your answers always join their message.',
  }),
  server_name: settingField.line('Our mail server is called', 120, {
    help: 'Only what this server says of the sender of a mail is believed. “Test the mailbox” proposes the name. Empty: nothing is said about senders.',
  }),
} as const;

const links = {
  label: settingField.requiredLine('Label', 60),
  url: settingField.address('Leads to', { help: 'A page such as /about, or a web address.' }),
  is_hidden: settingField.tick('Hidden'),
  is_below: settingField.tick('Below the entry above'),
};

export const navigationFields = {
  header: settingField.list('Header', 'link', 'label', links, {
    help: 'Also the first column of the footer. A list without entries, such as an empty blog, is left out until it has one.',
  }),
  contact_label: settingField.requiredLine('Button to the contact page', 40),
  footer: settingField.list('Second column of the footer', 'link', 'label', links),
  footer_more: settingField.list('Third column of the footer', 'link', 'label', links),
} as const;

const keep = 'kept until staff delete it';

/** Legal texts state the same figures. */
const privacyFields = {
  counts_visits: settingField.tick('Count visits', {
    help: 'Without cookies, and without anything about the visitors. The privacy text of this program then says so; add a sentence to a text of your own.',
  }),
  own_hosts: settingField.lines('Addresses that begin no visit', 'address', 100, {
    help: 'Other domains of yours, such as booking.example.com. Who comes from there is on your site already.',
  }),
  visit_months: settingField.number('Views and visits of each day', 120, {
    unit: 'months',
    empty: 'kept without an end',
    help: 'Sums of whole months stay.',
  }),
  contact_months: settingField.number('Enquiries and quotations', 120, {
    unit: 'months',
    empty: keep,
    help: 'After they were marked as done. Also messages of forms on your own pages. Messages that are not done are never deleted by time.',
  }),
  application_months: settingField.number('Applications and internships', 120, {
    unit: 'months',
    empty: keep,
    help: 'After they were marked as done or refused, whichever is first, with the CV.',
  }),
  spam_days: settingField.number('Spam', 3650, {
    unit: 'days',
    empty: keep,
    help: 'After a message came into the spam folder.',
  }),
  trash_days: settingField.number('Trash of the inbox', 3650, {
    unit: 'days',
    empty: keep,
    help: 'After a message was moved to the trash.',
  }),
  security_log_days: settingField.number('Security log', 3650, {
    unit: 'days',
    empty: 'kept without an end',
    help: 'Sign-ins, denied requests and account changes, with network addresses.',
  }),
  activity_log_days: settingField.number('Activity log', 3650, {
    unit: 'days',
    empty: 'kept without an end',
    help: 'Who changed what. An entry that is deleted can no longer be undone.',
  }),
} as const;

const searchFields = {
  title_pattern: settingField.pattern('Title of pages', 120, '{page}', {
    help: 'In the browser and in search results. {page} is the title of the page. May have {name}, {short_name}, {tagline} and {city}.',
  }),
  home_title: settingField.line('Title of the home page', 120, {
    help: 'May have the same. Empty: as on other pages.',
  }),
  description: settingField.text('Description', 400, {
    help: 'For pages without a description and an introduction. Search engines show about 160 letters.',
  }),
  picture: settingField.photo('Picture in shared links', {
    help: 'For links to pages. 1200 by 630 pixels fit best. Without one, each page has a drawn card with its title, as posts, projects and positions always have.',
  }),
  picture_alt: settingField.line('Description of that picture', 250, {
    help: 'For people who cannot see it.',
  }),
  is_hidden: settingField.tick('Hide the site from search engines', {
    help: 'Search engines are asked to list no page. They may take some weeks to forget pages that they know.',
  }),
  google: settingField.code('Google verification', {
    help: 'The code from Google Search Console, or the whole tag that contains it.',
  }),
  bing: settingField.code('Bing verification', {
    help: 'The code from Bing Webmaster Tools, or the whole tag that contains it.',
  }),
} as const;

interface Group {
  label: string;
  /** For reading and changing the group. */
  grant: Extract<Grant, 'settings:manage' | 'texts:manage' | 'inbox:manage'>;
  fields: Fields;
}

/** In the order of the panel. The names are stored, so they must never change. */
export const settingGroups = {
  company: { label: 'Company', grant: 'settings:manage', fields: companyFields },
  brand: { label: 'Brand', grant: 'settings:manage', fields: brandFields },
  pages: { label: 'Pages', grant: 'texts:manage', fields: pagesFields },
  lists: { label: 'Lists', grant: 'texts:manage', fields: listFields },
  choices: { label: 'Categories', grant: 'texts:manage', fields: choiceFields },
  navigation: { label: 'Navigation', grant: 'settings:manage', fields: navigationFields },
  legal: { label: 'Legal', grant: 'settings:manage', fields: legalFields },
  privacy: { label: 'Privacy', grant: 'settings:manage', fields: privacyFields },
  region: { label: 'Language & region', grant: 'settings:manage', fields: regionFields },
  search: { label: 'Search engines', grant: 'settings:manage', fields: searchFields },
  features: { label: 'Features', grant: 'settings:manage', fields: featureFields },
  answers: { label: 'Answers', grant: 'inbox:manage', fields: answerFields },
  mail: { label: 'Mail', grant: 'settings:manage', fields: mailFields },
} as const satisfies Record<string, Group>;

export type GroupName = keyof typeof settingGroups;
export const groupNames = Object.keys(settingGroups) as [GroupName, ...GroupName[]];

export type GroupValue<G extends GroupName> = ValuesOf<(typeof settingGroups)[G]['fields']>;
export type GroupValues = { [G in GroupName]: GroupValue<G> };

/** With a `language`, the texts of the group in a further language of the site. */
export interface SettingGroup extends Group {
  name: GroupName;
  language?: Language;
}

/** By the name under which it is stored, such as `pages`, or `pages.de`. Undefined if this version lacks the group. */
export function findGroup(name: string): SettingGroup | undefined {
  const [base, tag] = name.split('.', 2);
  const known = groupNames.find((each) => each === base);
  if (!known) return undefined;
  const group: Group = settingGroups[known];
  if (tag === undefined) return { name: known, ...group };
  const language = (Object.keys(languages) as Language[]).find((each) => each === tag);
  const fields = textFieldsOf(known, group.fields);
  if (!language || !fields || name !== `${known}.${language}`) return undefined;
  return { ...group, name: known, language, fields, label: `${group.label} in ${languages[language]}` };
}

export function storedNameOf({ name, language }: Pick<SettingGroup, 'name' | 'language'>): string {
  return language ? `${name}.${language}` : name;
}
