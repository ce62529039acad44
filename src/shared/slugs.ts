import type { SiteLanguage } from './site-languages.ts';

export const maxSlugLength = 80;

/** Longer paths are never found. */
export const maxPathLength = 1000;

/** On Latin, Greek and Cyrillic letters. The marks of other scripts change the meaning of a word. */
const accents = /[\u0300-\u036f]+/g;

/** `Über Größe & Maß!` → `uber-grosse-and-mass`. Empty if the text has no letters or digits. */
export function slugOfText(text: string): string {
  const letters = text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(accents, '')
    .replaceAll('ß', 'ss')
    .replaceAll('&', ' and ')
    .normalize('NFC');
  const hyphenated = letters.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return shortened(hyphenated);
}

/** Cuts after a whole word if at least half of the length remains. */
function shortened(slug: string): string {
  if (slug.length <= maxSlugLength) return slug;
  const cut = slug.slice(0, maxSlugLength + 1);
  const end = cut.lastIndexOf('-');
  const whole = end > maxSlugLength / 2 ? cut.slice(0, end) : slug.slice(0, maxSlugLength);
  return whole.replace(/[\ud800-\udbff]$/, '').replace(/-$/, '');
}

/** Latin letters beyond a to z. Each language spells them in its own way in an address, as German `ue` for `ü`. */
export function hasAccentedLetters(text: string): boolean {
  return /[^a-z]/i.test(text.normalize('NFC').replaceAll(/\P{Script=Latin}/gu, ''));
}

/** Digits alone would be an id. `advice` is the text that the message recommends. */
export function findSlugProblem(label: string, text: string, advice = text): string | undefined {
  if (/^\p{N}+$/u.test(text)) return `${label} may not have only digits, as an id does`;
  if (slugOfText(text) === text) return undefined;
  const slug = slugOfText(advice);
  const example = slug && !/^\p{N}+$/u.test(slug) ? `, such as “${slug}”` : '';
  return `${label} may have only lower-case letters and digits, with hyphens between words${example}`;
}

const maxParts = 2;

/** `Services / Roofing` → `services/roofing`. Only two parts count. Empty if none has letters or digits. */
export function toPagePath(text: string): string {
  const parts = text.split('/').map(slugOfText).filter(Boolean);
  return parts.slice(0, maxParts).join('/');
}

/** Why a text cannot be the whole path of a page. */
export function findPathProblem(label: string, text: string, advice = text): string | undefined {
  const [parts, advised] = [text.split('/'), advice.split('/')];
  if (parts.length > maxParts) return `${label} may have at most two parts, such as services/roofing`;
  for (const [place, part] of parts.entries()) {
    if (part.length > maxSlugLength)
      return `${label} may have at most ${maxSlugLength} characters in each part`;
    const problem = findSlugProblem(label, part, advised[place]);
    if (problem) return problem;
  }
  return undefined;
}

function pagePathInFolder(folder: string, { id, slug }: { id: number; slug?: string | null }): string {
  return `${folder}/${slug ? encodeURIComponent(slug) : id}`;
}

interface PathFacts {
  folder?: string;
  hasWholePaths?: true;
  fixedPages?: Readonly<Record<string, string>>;
}

/** In any module, below the prefix of the row's language. A row on a fixed page has the path of that page. With `hasWholePaths`, a slug is the whole path. */
export function pathOfRow(
  { folder = '', hasWholePaths, fixedPages = {} }: PathFacts,
  row: { id: number; slug?: string | null; place?: string },
  { prefix }: Pick<SiteLanguage, 'prefix'> = { prefix: '' },
): string {
  const fixed = fixedPages[row.place ?? ''];
  if (fixed) return addressInLanguage({ prefix }, fixed);
  if (!hasWholePaths || !row.slug) return prefix + pagePathInFolder(folder, row);
  return `${prefix}/${row.slug.split('/').map(encodeURIComponent).join('/')}`;
}

/** The address in one of the languages: `/de/about`, and `/de` for the home page. */
export function addressInLanguage({ prefix }: Pick<SiteLanguage, 'prefix'>, path: string): string {
  return prefix && /^\/(?:[?#]|$)/.test(path) ? prefix + path.slice(1) : prefix + path;
}
