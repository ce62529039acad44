/** Letters that Unicode cannot split into a plain letter and an accent, with their replacements. */
const plainLetters: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe' };

/**
 * Joins the texts with line breaks and returns the result in lower case without accents. The SQL function
 * `lower()` is no replacement. In SQLite and in PostgreSQL's C locale, `lower()` changes only ASCII letters.
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
