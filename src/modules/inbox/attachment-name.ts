const maxLength = 120;
// Characters that reverse text, or that have a meaning in paths or headers. Browsers send some of these
// characters as `%22`, `%0D` and `%0A`.
const unsafe = /%(?:22|0d|0a)|[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/giu;

/**
 * Returns a file name that is safe to show and to use for a file. The name has at most 120 characters and the ending
 * `.pdf`. If no usable characters are left, returns `cv.pdf`.
 */
export function safePdfName(given: string): string {
  const stem = given
    .toWellFormed()
    .replace(unsafe, '')
    .replace(/\.pdf$/i, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return `${[...stem].slice(0, maxLength).join('') || 'cv'}.pdf`;
}
