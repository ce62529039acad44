import { readDocument, useDocumentVersion } from './panel-document.ts';

/** The languages of the site, the main one first. */
export function useSiteLanguages(): readonly string[] {
  // Rendered again after a change of the settings.
  useDocumentVersion();
  return readSiteLanguages();
}

/** Returns the beginning of the addresses of rows in a language: `/de`, or `''` for the main one. */
export function prefixOfLanguage(lang: unknown): string {
  const [, ...further] = readSiteLanguages();
  const [language = ''] = String(lang).split('-');
  return further.includes(language) ? `/${language}` : '';
}

function readSiteLanguages(): readonly string[] {
  return readDocument('languages')?.split(' ') ?? [];
}
