import { mapValues } from './blank.ts';
import { brandDefaults } from './defaults/brand.ts';
import { choiceDefaults } from './defaults/choices.ts';
import { companyDefaults } from './defaults/company.ts';
import { featureDefaults } from './defaults/features.ts';
import { legalDefaults } from './defaults/legal.ts';
import { listDefaults } from './defaults/lists.ts';
import { navigationDefaults } from './defaults/navigation.ts';
import { germanTexts } from './defaults/neutral/de.ts';
import { spanishTexts } from './defaults/neutral/es.ts';
import { frenchTexts } from './defaults/neutral/fr.ts';
import type { Texts } from './defaults/neutral/texts.ts';
import { turkishTexts } from './defaults/neutral/tr.ts';
import { pageDefaults } from './defaults/pages.ts';
import { regionDefaults } from './defaults/region.ts';
import { searchDefaults } from './defaults/search.ts';
import { type Language, languages } from './fields/region.ts';
import { type GroupName, type GroupValues, settingGroups } from './groups.ts';
import { completeValues } from './values.ts';

/** The values of a site that nobody has changed, in English. */
export const settingDefaults: GroupValues = {
  company: companyDefaults,
  brand: brandDefaults,
  pages: pageDefaults,
  lists: listDefaults,
  choices: choiceDefaults,
  navigation: navigationDefaults,
  legal: legalDefaults,
  region: regionDefaults,
  search: searchDefaults,
  features: featureDefaults,
};

const textsIn: Readonly<Record<Language, Partial<Texts>>> = {
  en: {},
  de: germanTexts,
  fr: frenchTexts,
  es: spanishTexts,
  tr: turkishTexts,
};

const defaultsByLanguage = mapValues(textsIn, (texts) => ({
  ...settingDefaults,
  // In the order of the fields, in which values are compared.
  ...mapValues(texts, (values, group) =>
    completeValues(settingGroups[group as GroupName].fields, values, {}),
  ),
})) as Record<Language, GroupValues>;

/** Returns the values of a site on which somebody has set only the language. */
export function defaultsIn(language: Language): GroupValues {
  return defaultsByLanguage[language];
}

/** Returns the language in stored values of the group `region`. */
export function languageOf(region: object | undefined): Language {
  const { language } = { language: undefined, ...region } as { language: unknown };
  return typeof language === 'string' && Object.hasOwn(languages, language)
    ? (language as Language)
    : settingDefaults.region.language;
}
