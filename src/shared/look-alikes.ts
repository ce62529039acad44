/** Alphabets with letters that look like those of another one. */
const alphabets = ['Armenian', 'Cherokee', 'Coptic', 'Cyrillic', 'Georgian', 'Greek', 'Latin', 'Lisu'];
/** Japanese, Chinese and Korean texts contain Latin letters, and look like none of them. */
const writtenWithLatin = ['Bopomofo', 'Han', 'Hangul', 'Hiragana', 'Katakana'];

const mixtures = alphabets.map((alphabet) => {
  const together = [alphabet, ...(alphabet === 'Latin' ? writtenWithLatin : []), 'Common', 'Inherited'];
  return {
    own: new RegExp(`\\p{Script=${alphabet}}`, 'v'),
    other: new RegExp(`[\\p{L}--[${together.map((script) => `\\p{scx=${script}}`).join('')}]]`, 'v'),
  };
});

/** Whether a word has letters of two alphabets, as `pаypal` with a Cyrillic letter. Words may differ from each other. */
export function mixesAlphabets(text: string): boolean {
  const words = text.normalize('NFKC').split(/[\s\p{Pd}/]+/u);
  return words.some((word) => mixtures.some(({ own, other }) => own.test(word) && other.test(word)));
}

/** Letters of other alphabets that look like a Latin one. A letter whose other case looks different is not listed. */
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

/** Returns the same text for texts that look the same. It is only for comparison. */
export function appearanceOf(text: string): string {
  const visible = text.normalize('NFKD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return toComparable([...visible].map((sign) => latin.get(sign) ?? sign).join(''));
}

/** Whether two texts look the same, but have other letters. Letter case and spaces make no difference. */
export function isImitation(text: string, of: string): boolean {
  return appearanceOf(text) === appearanceOf(of) && toComparable(text) !== toComparable(of);
}

function toComparable(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}
