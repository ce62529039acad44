import type { Features } from '../../shared/settings/fields/features.ts';
import type { GroupName, GroupValues } from '../../shared/settings/groups.ts';

/** A page that still shows a default text about a company, and the field of that text. */
export interface UneditedText {
  page: string;
  group: GroupName;
  /** The path of the field within its group, for example `about.mission`. */
  path: string;
}

interface Candidate extends UneditedText {
  /**
   * `shownBy` is the path of a text in the group `pages`. The page shows the candidate only if this text is unchanged.
   * `section` is the section of a page that shows the candidate.
   */
  shownBy?: string;
  section?: { of: 'home' | 'about'; name: string };
}

const plainPages = [
  ...['services', 'portfolio', 'team', 'gallery', 'blog', 'career'],
  ...['contact', 'quotations', 'internship'],
];

/**
 * The default texts about the sample company. Other default texts, such as labels of buttons, suit any
 * company.
 */
const candidates: Candidate[] = [
  { page: 'home', group: 'company', path: 'tagline', shownBy: 'home.heading' },
  { page: 'home', group: 'company', path: 'summary', shownBy: 'home.intro' },
  { page: 'home', group: 'lists', path: 'highlights', section: { of: 'home', name: 'highlights' } },
  { page: 'home', group: 'lists', path: 'company_life', section: { of: 'home', name: 'company_life' } },
  { page: 'home', group: 'pages', path: 'about.mission', section: { of: 'home', name: 'mission' } },
  { page: 'about', group: 'company', path: 'summary', shownBy: 'about.intro' },
  { page: 'about', group: 'pages', path: 'about.mission', section: { of: 'about', name: 'statements' } },
  { page: 'about', group: 'pages', path: 'about.vision', section: { of: 'about', name: 'statements' } },
  { page: 'about', group: 'lists', path: 'values', section: { of: 'about', name: 'values' } },
  { page: 'about', group: 'lists', path: 'achievements', section: { of: 'about', name: 'achievements' } },
  { page: 'services', group: 'lists', path: 'services' },
  ...plainPages.map((page): Candidate => ({ page, group: 'pages', path: `${page}.intro` })),
];

/** Returns the pages that still show a text of `defaults` about a company, each with the first such text. */
export function findUneditedTexts(values: GroupValues, defaults: GroupValues): UneditedText[] {
  const found = new Map<string, UneditedText>();
  for (const candidate of candidates) {
    const { page, group, path } = candidate;
    const isOff = values.features[page as keyof Features] === false;
    if (isOff || found.has(page) || !isShown(values, defaults, candidate)) continue;
    if (isDefaultText(values, defaults, group, path)) found.set(page, { page, group, path });
  }
  return [...found.values()];
}

function isShown({ pages }: GroupValues, defaults: GroupValues, { shownBy, section }: Candidate): boolean {
  if (shownBy) return valueAt(pages, shownBy) === valueAt(defaults.pages, shownBy);
  return !section || (pages[section.of].sections as readonly string[]).includes(section.name);
}

/**
 * Returns whether a text is still the default text. For a list, returns whether at least one entry is still a
 * default entry.
 */
export function isDefaultText(
  values: GroupValues,
  defaults: GroupValues,
  group: GroupName,
  path: string,
): boolean {
  const [own, initial] = [valueAt(values[group], path), valueAt(defaults[group], path)];
  if (!Array.isArray(own) || !Array.isArray(initial)) return own === initial && own !== '';
  const known = new Set(initial.map((entry) => JSON.stringify(entry)));
  return own.some((entry) => known.has(JSON.stringify(entry)));
}

function valueAt(values: object, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], values);
}
