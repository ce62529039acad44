export const maxSlug = 80;

/** The maximum length. Longer addresses are not found. */
export const maxPath = 1000;

/** Accents on Latin, Greek and Cyrillic letters. Marks of other scripts change the word, so they stay. */
const accents = /[\u0300-\u036f]+/g;

/** Returns text as the last part of an address: `Über Größe & Maß!` → `uber-grosse-and-mass`. May be empty. */
export function slugOf(text: string): string {
  const letters = text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(accents, '')
    .replaceAll('ß', 'ss')
    .replaceAll('&', ' and ')
    .normalize('NFC');
  const words = letters.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return shortened(words);
}

/** Cuts after a whole word if possible. */
function shortened(slug: string): string {
  if (slug.length <= maxSlug) return slug;
  const cut = slug.slice(0, maxSlug + 1);
  const end = cut.lastIndexOf('-');
  const whole = end > maxSlug / 2 ? cut.slice(0, end) : slug.slice(0, maxSlug);
  return whole.replace(/[\ud800-\udbff]$/, '').replace(/-$/, '');
}

/**
 * Returns the problem of a text that cannot be the last part of an address. Returns undefined for a valid one. Digits
 * alone are refused, because they are read as an id.
 */
export function problemOfSlug(label: string, text: string): string | undefined {
  if (/^\p{N}+$/u.test(text)) return `${label} may not have only digits, as an id does`;
  const slug = slugOf(text);
  if (slug === text) return undefined;
  const example = slug && !/^\p{N}+$/u.test(slug) ? `, such as “${slug}”` : '';
  return `${label} may have only lower-case letters and digits, with hyphens between words${example}`;
}

const maxParts = 2;

/** Returns text as the path of a page, without the first slash: `Services / Roofing` → `services/roofing`. May be empty. */
export function pathOf(text: string): string {
  const parts = text.split('/').map(slugOf).filter(Boolean);
  return parts.slice(0, maxParts).join('/');
}

/** Returns the problem of a text that cannot be the whole path of a page, or undefined. */
export function problemOfPath(label: string, text: string): string | undefined {
  const parts = text.split('/');
  if (parts.length > maxParts) return `${label} may have at most two parts, such as services/roofing`;
  for (const part of parts) {
    const problem = problemOfSlug(label, part);
    if (problem) return problem;
    if (part.length > maxSlug) return `${label} may have at most ${maxSlug} characters in each part`;
  }
  return undefined;
}

/** Returns the present address of a row. */
export function rowPath(folder: string, { id, slug }: { id: number; slug?: string | null }): string {
  return `${folder}/${slug ? encodeURIComponent(slug) : id}`;
}

interface PathFacts {
  folder?: string;
  hasWholePaths?: true;
  fixedPages?: Readonly<Record<string, string>>;
}

/**
 * Returns the present path of a row of any module. With `hasWholePaths`, its slug is the whole path. A row on a fixed
 * page has the path of that page.
 */
export function pathOfRow(
  { folder = '', hasWholePaths, fixedPages = {} }: PathFacts,
  row: { id: number; slug?: string | null; place?: string },
): string {
  const fixed = fixedPages[row.place ?? ''];
  if (fixed) return fixed;
  if (!hasWholePaths || !row.slug) return rowPath(folder, row);
  return `/${row.slug.split('/').map(encodeURIComponent).join('/')}`;
}
