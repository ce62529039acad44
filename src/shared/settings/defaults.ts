import { mapValues } from './plain-values.ts';
import { answerDefaults } from './defaults/answers.ts';
import { brandDefaults } from './defaults/brand.ts';
import { choiceDefaults } from './defaults/choices.ts';
import { companyDefaults } from './defaults/company.ts';
import { featureDefaults } from './defaults/features.ts';
import { legalDefaults } from './defaults/legal.ts';
import { listDefaults } from './defaults/lists.ts';
import { mailDefaults } from './defaults/mail.ts';
import { navigationDefaults } from './defaults/navigation.ts';
import { germanTexts } from './defaults/neutral/de.ts';
import { englishTexts } from './defaults/neutral/en.ts';
import { spanishTexts } from './defaults/neutral/es.ts';
import { frenchTexts } from './defaults/neutral/fr.ts';
import type { DefaultTexts } from './defaults/neutral/text-builders.ts';
import { turkishTexts } from './defaults/neutral/tr.ts';
import { pageDefaults } from './defaults/pages.ts';
import { privacyDefaults } from './defaults/privacy.ts';
import { regionDefaults } from './defaults/region.ts';
import { searchDefaults } from './defaults/search.ts';
import { withTrade } from './defaults/trades/trade.ts';
import { tradeTexts } from './defaults/trades/trades.ts';
import { type Language, languages, trades } from './fields/region.ts';
import { type GroupName, type GroupValues, settingGroups } from './groups.ts';
import { completeValues } from './group-values.ts';

/** The values of all settings on a new English site for which no trade was chosen. */
export const settingDefaults: GroupValues = {
  company: companyDefaults,
  brand: brandDefaults,
  pages: pageDefaults,
  lists: listDefaults,
  choices: choiceDefaults,
  navigation: navigationDefaults,
  legal: legalDefaults,
  privacy: privacyDefaults,
  region: regionDefaults,
  search: searchDefaults,
  features: featureDefaults,
  answers: answerDefaults,
  mail: mailDefaults,
};

const textsIn: Readonly<Record<Exclude<Language, 'en'>, DefaultTexts>> = {
  de: germanTexts,
  fr: frenchTexts,
  es: spanishTexts,
  tr: turkishTexts,
};

/** The settings on which the defaults of all other settings depend. */
export type DefaultsBasis = Pick<GroupValues['region'], 'language' | 'trade'>;

const known = new Map<string, GroupValues>();

/** Returns the default values of all settings for a language and a trade. */
export function defaultsFor({ language, trade }: DefaultsBasis): GroupValues {
  const name = `${language} ${trade}`;
  const values = known.get(name) ?? makeDefaults({ language, trade });
  known.set(name, values);
  return values;
}

function makeDefaults({ language, trade }: DefaultsBasis): GroupValues {
  // The sample company offers IT services. Its English texts are therefore also the texts of this trade.
  if (language === 'en' && (trade === '' || trade === 'it')) return complete({});
  const texts = { ...settingDefaults, ...(language === 'en' ? englishTexts : textsIn[language]) };
  const { choices, ...ofTrade } = withTrade(texts, tradeTexts[trade || 'other'], language);
  if (trade !== '') return complete({ ...ofTrade, choices });
  // Without a trade, only the lists of names that rows store are those of any company.
  return complete({ ...texts, choices: { ...choices, team_sections: texts.choices.team_sections } });
}

/**
 * Returns the default values of all groups with the given texts. The result has the order of the fields,
 * because comparisons depend on this order.
 */
function complete(texts: Partial<DefaultTexts>): GroupValues {
  const values = mapValues({ ...settingDefaults, ...texts }, (group, name) =>
    completeValues(settingGroups[name as GroupName].fields, group, {}),
  );
  return values as unknown as GroupValues;
}

/**
 * Returns the language and the trade in the stored values of the group `region`. A value that is missing or
 * unknown is replaced with its default.
 */
export function defaultsBasisOf(region: object | undefined): DefaultsBasis {
  const { language, trade } = { language: undefined, trade: undefined, ...region } as Record<string, unknown>;
  const { region: initial } = settingDefaults;
  return {
    language: isOneOf(languages, language) ? language : initial.language,
    trade: isOneOf(trades, trade) ? trade : initial.trade,
  };
}

function isOneOf<const Names extends object>(names: Names, value: unknown): value is keyof Names & string {
  return typeof value === 'string' && Object.hasOwn(names, value);
}
