/**
 * Names that begin with a silent H. Others, above all names of other languages, are spoken with it.
 */
const silentH = /^h(?:elen|enri|onor|ortense|ippolyte|ubert|uguette)/;

/** Returns whether French words such as `de` lose their vowel before a name, as in `d’Éloïse`. */
export function isElidedBefore(name: string): boolean {
  const start = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return /^(?:[aeiouœæ]|y[^aeiou])/.test(start) || silentH.test(start);
}

/** Returns a name after the French word `de`. */
export function frenchOf(name: string): string {
  return isElidedBefore(name) ? `d’${name}` : `de ${name}`;
}
