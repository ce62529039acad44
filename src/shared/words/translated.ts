import type { Language } from '../settings/fields/region.ts';

/** A text in every language of the site. */
export type Translated = readonly [en: string, de: string, fr: string, es: string, tr: string];

const places: Readonly<Record<Language, 0 | 1 | 2 | 3 | 4>> = { en: 0, de: 1, fr: 2, es: 3, tr: 4 };

export function textIn(language: Language, texts: Translated): string {
  return texts[places[language]];
}
