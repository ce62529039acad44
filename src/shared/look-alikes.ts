/** Their letters can be mistaken for those of another alphabet. */
const alphabets = ['Armenian', 'Cherokee', 'Coptic', 'Cyrillic', 'Georgian', 'Greek', 'Latin', 'Lisu'];
/** A word may mix these with Latin letters: Japanese, Chinese and Korean texts do. */
const writtenWithLatin = ['Bopomofo', 'Han', 'Hangul', 'Hiragana', 'Katakana'];

const mixtures = alphabets.map((alphabet) => {
  const together = [alphabet, ...(alphabet === 'Latin' ? writtenWithLatin : []), 'Common', 'Inherited'];
  return {
    own: new RegExp(`\\p{Script=${alphabet}}`, 'v'),
    other: new RegExp(`[\\p{L}--[${together.map((script) => `\\p{scx=${script}}`).join('')}]]`, 'v'),
  };
});

/** Such as `pаypal` with a Cyrillic letter. Each word may use another alphabet. */
export function mixesAlphabets(text: string): boolean {
  const words = text.normalize('NFKC').split(/[\s\p{Pd}/]+/u);
  return words.some((word) => mixtures.some(({ own, other }) => own.test(word) && other.test(word)));
}

/** By Latin letter. Capital and small letters are separate: `В` looks like b, but `в` does not. */
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

/** Punctuation, symbols, and letters that look like an apostrophe. */
const unnoticed = /[\p{P}\p{S}\p{Default_Ignorable_Code_Point}\u02b9-\u02df]/gu;

/** Texts that look the same have one key, with or without punctuation. Only for comparison. */
export function appearanceKeyOf(text: string): string {
  const visible = text.replaceAll(unnoticed, '').normalize('NFKD').replaceAll(unnoticed, '');
  return toComparable([...visible].map((sign) => latin.get(sign) ?? sign).join(''));
}

/** Looks the same, but has other letters or signs. Letter case and the number of spaces make no difference. */
export function isImitation(text: string, of: string): boolean {
  return appearanceKeyOf(text) === appearanceKeyOf(of) && toComparable(text) !== toComparable(of);
}

/** Kinds of apostrophe and hyphen are one, because keyboards have different ones. */
function toComparable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/['’ʼ‘`´]/gu, "'")
    .replaceAll(/\p{Pd}/gu, '-')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, ' ');
}
