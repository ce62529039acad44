const names = new Intl.DisplayNames('en', { type: 'language' });

/** In English. The tag itself if the language is unknown. */
export function nameOfLanguage(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
