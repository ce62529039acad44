export const templateRegions = {
  GB: 'United Kingdom and Ireland (English)',
  DE: 'Germany (German)',
  AT: 'Austria (German)',
  CH: 'Switzerland (German)',
  FR: 'France (French)',
  US: 'United States (English)',
  ES: 'Spain (Spanish)',
  TR: 'Türkiye (Turkish)',
} as const;
export type TemplateRegion = keyof typeof templateRegions;

const byLanguage: Readonly<Record<string, TemplateRegion>> = {
  en: 'GB',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  tr: 'TR',
};

/**
 * The region whose templates fit a site. The country decides before the language, because its law says what the pages
 * must contain. GB if there is neither.
 */
export function regionOf(country: string, language: string): TemplateRegion {
  const own = (Object.keys(templateRegions) as TemplateRegion[]).find((region) => region === country);
  // The Swiss templates are in German.
  return own && !(own === 'CH' && language !== 'de') ? own : (byLanguage[language] ?? 'GB');
}

const languagesOfRegions: Readonly<Record<TemplateRegion, string>> = {
  GB: 'en',
  DE: 'de',
  AT: 'de',
  CH: 'de',
  FR: 'fr',
  US: 'en',
  ES: 'es',
  TR: 'tr',
};

/** The region for the texts in a further language of a site, whose templates are in it. */
export function regionInLanguage(country: string, language: string): TemplateRegion {
  const own = regionOf(country, language);
  return languagesOfRegions[own] === language ? own : (byLanguage[language] ?? 'GB');
}

export const templateDocuments = ['imprint', 'privacy', 'terms'] as const;

/** Blanks in the HTML look like `[[ date ]]`. */
export interface Template {
  title: string;
  text: string;
}
export type Templates = Readonly<Record<(typeof templateDocuments)[number], Template>>;

/** A paragraph may contain line breaks. */
type Part = readonly [heading: string, ...paragraphs: string[]];

/** `note` tells staff to check the text, and becomes a blank at its beginning. */
export function writeTemplate(title: string, note: string, parts: readonly Part[]): Template {
  const paragraph = (text: string) => `<p>${text.replaceAll('\n', '<br />')}</p>`;
  const written = parts.map(
    ([heading, ...paragraphs]) => `<h2>${heading}</h2>${paragraphs.map(paragraph).join('')}`,
  );
  return { title, text: `${paragraph(`[[ ${note} ]]`)}${written.join('')}` };
}
