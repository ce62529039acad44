import { settingField } from '../field-builders.ts';

/** By their English names. */
export const languages = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  tr: 'Turkish',
} as const;
export type Language = keyof typeof languages;

/** The trade of a company decides the defaults of lists and texts. */
export const trades = {
  '': 'Not chosen',
  it: 'IT services',
  crafts: 'Crafts and workshop',
  food: 'Bakery, restaurant or café',
  advice: 'Law, tax or consulting',
  health: 'Health practice',
  shop: 'Shop or studio',
  other: 'Something else',
} as const;
export type Trade = keyof typeof trades;

export const regionFields = {
  language: settingField.choice('Language', languages, {
    help: 'The language of labels, buttons and messages on the site, and of its mails. Texts that you have written stay as they are.',
  }),
  further_languages: settingField.parts('Further languages', languages, {
    help: 'Pages in them have addresses such as /de/about, and list the entries in their language. What is written in a language stays when you remove it, and comes back with it.',
  }),
  trade: settingField.choice('What do you do?', trades, {
    help: 'Categories, job titles, services and texts that nobody has changed follow the answer. What you have written stays, and so does every word that your entries use.',
  }),
  territory: settingField.country('Dates and numbers', {
    help: 'As they are usual in this country.',
    empty: 'As in the country of your address',
  }),
  time_zone: settingField.standard('Time zone', 'timeZone', {
    help: 'Decides the days of posts and positions.',
  }),
  currency: settingField.standard('Currency', 'currency', {
    help: 'Shown beside the budget in the form for quotations.',
    empty: 'Not shown',
  }),
} as const;
