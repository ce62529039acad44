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
 * Returns the region whose templates fit a site. The country takes precedence over the language, because the law of the
 * country determines what the pages must say. If the country has no templates, returns the region of the language. If
 * the language has no templates either, returns GB.
 */
export function regionOf(country: string, language: string): TemplateRegion {
  const own = (Object.keys(templateRegions) as TemplateRegion[]).find((region) => region === country);
  // The Swiss templates are in German, so a Swiss site in another language gets the region of that language.
  return own && !(own === 'CH' && language !== 'de') ? own : (byLanguage[language] ?? 'GB');
}

/** The documents that have templates. */
export const templateDocuments = ['imprint', 'privacy', 'terms'] as const;

/**
 * The title and the HTML text of a legal document to start from. Blanks in the text look like `[[ date ]]`.
 */
export interface Template {
  title: string;
  text: string;
}
export type Templates = Readonly<Record<(typeof templateDocuments)[number], Template>>;

/** A heading and the paragraphs below the heading. A paragraph may contain line breaks. */
type Part = readonly [heading: string, ...paragraphs: string[]];

/**
 * Returns a template of a legal document. `note` tells staff to check the text. The note becomes a blank at
 * the beginning of the text.
 */
export function writeTemplate(title: string, note: string, parts: readonly Part[]): Template {
  const paragraph = (text: string) => `<p>${text.replaceAll('\n', '<br />')}</p>`;
  const written = parts.map(
    ([heading, ...paragraphs]) => `<h2>${heading}</h2>${paragraphs.map(paragraph).join('')}`,
  );
  return { title, text: `${paragraph(`[[ ${note} ]]`)}${written.join('')}` };
}
