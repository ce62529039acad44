import { useDocumentVersion } from './panel-document.ts';

const names = new Intl.DisplayNames('en', { type: 'language' });

/** In English. The tag itself if the language is unknown. */
export function nameOfLanguage(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The languages of the site, the main one first. */
export function useSiteLanguages(): readonly string[] {
  // Rendered again after a change of the settings.
  useDocumentVersion();
  const meta = document.head.querySelector<HTMLMetaElement>('meta[name="languages"]');
  return meta?.content.split(' ') ?? [];
}
