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
 * Returns the country's template, because the country's law decides what the pages must say. A country without a template gets the template
 * of the language.
 */
export function regionOf(country: string, language: string): TemplateRegion {
  const own = (Object.keys(templateRegions) as TemplateRegion[]).find((region) => region === country);
  // The Swiss template is in German, so a Swiss site in another language gets the template of its language.
  return own && !(own === 'CH' && language !== 'de') ? own : (byLanguage[language] ?? 'GB');
}

/** The documents that have templates. */
export const templateDocuments = ['imprint', 'privacy', 'terms'] as const;

/** A text to start from, with blanks to fill in. */
export interface Template {
  title: string;
  text: string;
}
export type Templates = Readonly<Record<(typeof templateDocuments)[number], Template>>;

/** A heading and the paragraphs below it. The lines of a paragraph are separated by line breaks. */
type Part = readonly [heading: string, ...paragraphs: string[]];

/** Returns a template. `note` tells staff what to check. The note becomes a blank at the beginning of the text. */
export function writeTemplate(title: string, note: string, parts: readonly Part[]): Template {
  const paragraph = (text: string) => `<p>${text.replaceAll('\n', '<br />')}</p>`;
  const written = parts.map(
    ([heading, ...paragraphs]) => `<h2>${heading}</h2>${paragraphs.map(paragraph).join('')}`,
  );
  return { title, text: `${paragraph(`[[ ${note} ]]`)}${written.join('')}` };
}
