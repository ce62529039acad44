/** Letters that removing accents does not change. */
const plainLetters: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe' };

/**
 * Returns the text in lower case without accents. `lower()` of SQLite, and of PostgreSQL's C locale, folds only ASCII.
 */
export function fold(...texts: string[]): string {
  return texts
    .join('\n')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ıßøłæœ]/g, (letter) => plainLetters[letter] ?? letter);
}
