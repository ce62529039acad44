const maxLength = 120;
// What turns the direction of the text around it, or has a meaning in paths and headers.
// Browsers send a quote and line breaks in a name as `%22`, `%0D`, `%0A`.
const unsafe = /%(?:22|0d|0a)|[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/giu;

/** What a visitor called their file, as a name that is safe to show and to save under; it ends with `.pdf`. */
export function safePdfName(given: string): string {
  const stem = given
    .toWellFormed()
    .replace(unsafe, '')
    .replace(/\.pdf$/i, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return `${[...stem].slice(0, maxLength).join('') || 'cv'}.pdf`;
}
