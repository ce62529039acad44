/** What Unicode does not reduce to a plain letter. */
const plainSigns: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
  // Arabic forms of one letter
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
};
const letters = new RegExp(`[${Object.keys(plainSigns).join('')}]`, 'g');
/** Accents, the vowel marks of Arabic and Hebrew, the Arabic stroke that lengthens a word, and invisible characters. */
const unheard =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06e8\u06ea-\u06ed\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]|[\ufe00-\ufe0f]/g;
const apostrophes = /[`‘’‚‛′‹›ʹʻʼʽ]/g;
const quotationMarks = /[“”„‟«»″]/g;
const hyphens = /[‐‑‒–—―⁃−]/g;
const blanks = /[^\S\n]+/g;
const isPlain = /^[\n -_a-~]*$/;

/**
 * Joins texts with line breaks, in lower case, without accents and invisible characters, with one kind of apostrophe,
 * quotation mark, hyphen and blank. In SQLite and in PostgreSQL's C locale, `lower()` changes only ASCII.
 */
export function foldText(...texts: string[]): string {
  const text = texts.join('\n');
  if (isPlain.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ');
  return text
    .replace(/´/g, "'")
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(unheard, '')
    .normalize('NFC')
    .replace(letters, (letter) => plainSigns[letter] ?? letter)
    .replace(apostrophes, "'")
    .replace(quotationMarks, '"')
    .replace(hyphens, '-')
    .replace(blanks, ' ');
}

/** In any order. */
export function containsAllWords(text: string, query: string): boolean {
  const folded = foldText(text);
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
