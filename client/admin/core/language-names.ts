const names = new Intl.DisplayNames('en', { type: 'language' });

/** Returns the English name of a language, or the tag itself if the language is unknown. */
export function nameOfLanguage(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
