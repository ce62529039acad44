const names = new Intl.DisplayNames('en', { type: 'language' });

/** Returns the English name of a language. An unknown tag is its own name. */
export function nameOfLanguage(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
