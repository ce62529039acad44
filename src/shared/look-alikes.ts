/** The alphabets with letters that people can mistake for letters of another alphabet. */
const alphabets = ['Armenian', 'Cherokee', 'Coptic', 'Cyrillic', 'Georgian', 'Greek', 'Latin', 'Lisu'];
/**
 * The scripts that may occur in one word together with Latin letters. Japanese, Chinese and Korean texts
 * contain Latin letters, and their own letters are hardly ever mistaken for Latin letters.
 */
const writtenWithLatin = ['Bopomofo', 'Han', 'Hangul', 'Hiragana', 'Katakana'];

const mixtures = alphabets.map((alphabet) => {
  const together = [alphabet, ...(alphabet === 'Latin' ? writtenWithLatin : []), 'Common', 'Inherited'];
  return {
    own: new RegExp(`\\p{Script=${alphabet}}`, 'v'),
    other: new RegExp(`[\\p{L}--[${together.map((script) => `\\p{scx=${script}}`).join('')}]]`, 'v'),
  };
});

/**
 * Returns whether a word of the text mixes letters of two alphabets, such as `pаypal` with a Cyrillic letter.
 * Each word may use a different alphabet.
 */
export function mixesAlphabets(text: string): boolean {
  const words = text.normalize('NFKC').split(/[\s\p{Pd}/]+/u);
  return words.some((word) => mixtures.some(({ own, other }) => own.test(word) && other.test(word)));
}

/**
 * For each Latin letter, the letters of other alphabets that look like it. Capital and small letters are listed
 * separately. For example, `В` is listed for b. `в` is not listed, because it looks different.
 */
const lookAlikes: Record<string, string> = {
  a: 'АаΑαɑ',
  b: 'ВΒ',
  c: 'СсϹϲ',
  d: 'ԁ',
  e: 'ЕеΕ',
  g: 'ɡց',
  h: 'НΗҺһհ',
  i: 'ІіΙιı',
  j: 'Јјϳ',
  k: 'КкΚκ',
  l: 'Ӏӏ',
  m: 'МΜ',
  n: 'Νոη',
  o: 'ОоΟοՕօ',
  p: 'РрΡρ',
  q: 'Ԛԛզ',
  s: 'Ѕѕ',
  t: 'ТΤ',
  u: 'υՍս',
  v: 'Ѵѵν',
  w: 'Ԝԝ',
  x: 'ХхΧχ',
  y: 'УуҮүΥγ',
  z: 'Ζ',
};

const latin = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
);

/** Signs that a reader takes no notice of: punctuation, symbols, and letters that look like an apostrophe. */
const unnoticed = /[\p{P}\p{S}\p{Default_Ignorable_Code_Point}\u02b9-\u02df]/gu;

/**
 * Returns a key of the text's appearance. Texts that look the same have the same key, with or without punctuation. The
 * key is only for comparison.
 */
export function appearanceOf(text: string): string {
  const visible = text.replaceAll(unnoticed, '').normalize('NFKD').replaceAll(unnoticed, '');
  return toComparable([...visible].map((sign) => latin.get(sign) ?? sign).join(''));
}

/**
 * Returns whether `text` looks the same as `of` but consists of different letters or signs. Letter case and the number
 * of spaces make no difference.
 */
export function isImitation(text: string, of: string): boolean {
  return appearanceOf(text) === appearanceOf(of) && toComparable(text) !== toComparable(of);
}

/** Kinds of apostrophe and hyphen are the same letter, as keyboards have different ones. */
function toComparable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/['’ʼ‘`´]/gu, "'")
    .replaceAll(/\p{Pd}/gu, '-')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, ' ');
}
