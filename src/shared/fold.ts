/** Removing accents does not change these letters. */
const plainLetters: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe' };

/** Ignores case and accents. `lower()` folds only ASCII in SQLite and in PostgreSQL's C locale. */
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
