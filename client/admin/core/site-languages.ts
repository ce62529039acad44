import { useDocumentVersion } from './panel-document.ts';

/** The languages of the site, the main one first. */
export function useSiteLanguages(): readonly string[] {
  // Rendered again after a change of the settings.
  useDocumentVersion();
  const meta = document.head.querySelector<HTMLMetaElement>('meta[name="languages"]');
  return meta?.content.split(' ') ?? [];
}
