export interface ListSign {
  number: number;
  /** The attribute `type` of an `ol` with this sign. Undefined for digits. */
  numbers?: 'a' | 'A' | 'i' | 'I';
}

const numerals: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const roman = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;

/**
 * Returns the number of a list item from its sign, such as `3.`, `2.1.`, `c)` or `(iv)`: it is the last number of the
 * sign. Returns undefined for a bullet. `before` is the sign of the item before it in the same list: `i)` is a letter
 * after `h)`. `format` is the kind of number, if the program says it.
 */
export function readListSign(sign: string, before?: ListSign, format = ''): ListSign | undefined {
  const [, last, end] = /([\p{L}\p{N}]+)([^\p{L}\p{N}]*)$/u.exec(sign) ?? [];
  if (last === undefined || /bullet|image/.test(format)) return undefined;
  if (/^\d{1,6}$/.test(last)) return { number: Number(last) };
  if (end === '' || !/^[a-z]{1,8}$/i.test(last)) return undefined;
  const small = last.toLowerCase();
  const isUpper = last !== small;
  const asRoman = roman.test(small) ? romanOf(small) : undefined;
  const asLetter = letterOf(small);
  const isRoman =
    asRoman !== undefined &&
    (asLetter === undefined ||
      (format ? format.startsWith('roman') : isNextRoman(asRoman, asLetter, small, before)));
  if (isRoman) return { number: asRoman, numbers: isUpper ? 'I' : 'i' };
  return asLetter === undefined ? undefined : { number: asLetter, numbers: isUpper ? 'A' : 'a' };
}

function isNextRoman(asRoman: number, asLetter: number, small: string, before?: ListSign): boolean {
  if (before?.numbers) {
    const isLetters = before.numbers.toLowerCase() === 'a';
    if (before.number + 1 === (isLetters ? asLetter : asRoman)) return !isLetters;
  }
  return small.length > 1 || /[ivx]/.test(small);
}

function romanOf(small: string): number {
  const values = Array.from(small, (letter) => numerals[letter]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** Word counts `z`, `aa`, `bb` … `zz`, `aaa`. */
function letterOf(small: string): number | undefined {
  const [first = ''] = small;
  const isRepeated = small === first.repeat(small.length);
  return isRepeated ? (small.length - 1) * 26 + first.charCodeAt(0) - 96 : undefined;
}

/** Returns the kinds of numbers of Word's lists by list and level, such as `l0 1`, from its style sheet. */
export function readWordNumberFormats(html: string): ReadonlyMap<string, string> {
  const rules = html.matchAll(
    /@list\s+(l\d{1,6}):level(\d)\s*\{[^{}]{0,300}?mso-level-number-format:\s*([\w-]{1,40})/g,
  );
  return new Map(Array.from(rules, ([, list, level, format = '']) => [`${list} ${level}`, format]));
}
