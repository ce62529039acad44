/** Alphabets whose letters can be mistaken for letters of another alphabet. */
const alphabets = ['Armenian', 'Cherokee', 'Coptic', 'Cyrillic', 'Georgian', 'Greek', 'Latin', 'Lisu'];
/**
 * Japanese, Chinese and Korean scripts are not listed. Their texts contain Latin letters, but their own letters
 * resemble none of them.
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
 * Returns whether a word mixes letters of two alphabets, such as `pаypal` with a Cyrillic letter. Different words of a
 * text may use different alphabets.
 */
export function mixesAlphabets(text: string): boolean {
  const words = text.normalize('NFKC').split(/[\s\p{Pd}/]+/u);
  return words.some((word) => mixtures.some(({ own, other }) => own.test(word) && other.test(word)));
}

/**
 * Letters of other alphabets that look like a Latin letter. A letter is not listed when its other case looks different.
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

/** Returns the same text for all texts that look alike. The result is only for comparison. */
export function appearanceOf(text: string): string {
  const visible = text.normalize('NFKD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return toComparable([...visible].map((sign) => latin.get(sign) ?? sign).join(''));
}

/** Returns whether two texts look the same but have different letters. Letter case and spaces make no difference. */
export function isImitation(text: string, of: string): boolean {
  return appearanceOf(text) === appearanceOf(of) && toComparable(text) !== toComparable(of);
}

function toComparable(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}
