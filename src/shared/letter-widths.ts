/** Returns a generous estimate of the width of a text in the heading fonts, in ems. */
export function widthOf(text: string): number {
  let ems = 0;
  for (const letter of text) ems += emsOf(letter);
  return ems;
}

/** Returns the estimate for one letter. */
export function emsOf(letter: string): number {
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

/** The estimates of Latin letters are kept, because long texts contain many of them. */
const latin = Array.from({ length: 0x250 }, (_, code) => estimateOf(String.fromCharCode(code)));
