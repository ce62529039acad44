/** A generous estimate for the heading fonts. */
export function textWidthInEms(text: string): number {
  let ems = 0;
  for (const letter of text) ems += letterWidthInEms(letter);
  return ems;
}

export function letterWidthInEms(letter: string): number {
  return latin[letter.codePointAt(0)!] ?? estimateOf(letter);
}

function estimateOf(letter: string): number {
  if (/[iljI.,:;'’!|()[\]\s]/.test(letter)) return 0.28;
  if (letter === 'W') return 1.05;
  if (/[mwM@%—…]/.test(letter)) return 0.88;
  if (/[ftr\-–"]/.test(letter)) return 0.4;
  if (/\p{Lu}/u.test(letter)) return 0.66;
  return letter < '\u1100' ? 0.55 : 1;
}

/** By code point, in advance, because long texts have many Latin letters. */
const latin = Array.from({ length: 0x250 }, (_, code) => estimateOf(String.fromCharCode(code)));
