export const templateRegions = {
  GB: 'United Kingdom and Ireland (English)',
  DE: 'Germany (German)',
  AT: 'Austria (German)',
  CH: 'Switzerland (German)',
  FR: 'France (French)',
  US: 'United States (English)',
} as const;
export type TemplateRegion = keyof typeof templateRegions;

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

/** The note is for the author. */
export function writeTemplate(title: string, note: string, parts: readonly Part[]): Template {
  const paragraph = (text: string) => `<p>${text.replaceAll('\n', '<br />')}</p>`;
  const written = parts.map(
    ([heading, ...paragraphs]) => `<h2>${heading}</h2>${paragraphs.map(paragraph).join('')}`,
  );
  return { title, text: `${paragraph(`[[ ${note} ]]`)}${written.join('')}` };
}
