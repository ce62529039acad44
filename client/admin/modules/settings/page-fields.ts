import { fixedPlaceOfPath } from '../../../../src/modules/pages/pages.facts.ts';
import { factsOf, type ModuleName } from '../../../../src/shared/module-facts.ts';
import { type PageWithCard, type PublicPage, publicPages } from '../../../../src/shared/public-pages.ts';
import type { LegalPageName } from '../../../../src/shared/settings/fields/legal.ts';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import { type GroupName, settingGroups } from '../../../../src/shared/settings/groups.ts';
import { pickFields } from './set-up/steps.ts';

/** A section's path includes all its fields. */
type PageFields = Partial<Record<GroupName, readonly string[]>>;

type PageName = PageWithCard | LegalPageName;

export interface EditedPage {
  name: PageName;
  path: string;
  label: string;
  fields: PageFields;
  rows: readonly ModuleName[];
}

const rowNouns: Partial<Record<ModuleName, string>> = {
  team: 'people',
  portfolio: 'projects',
  pages: 'sections of your own',
};

/** The word that staff use for the rows of a module, in the plural. */
export function rowNounOf(name: ModuleName): string {
  return rowNouns[name] ?? factsOf(name).many;
}

type Own = Pick<EditedPage, 'fields' | 'rows'>;

const texts = (name: PageWithCard, more: PageFields = {}, rows: readonly ModuleName[] = []): Own => ({
  fields: { pages: [name], ...more },
  rows,
});
const legal = (name: LegalPageName): Own => ({ fields: { legal: [name] }, rows: [] });

/** What each page shows between its header and its footer. */
const own: Record<PageName, Own> = {
  home: {
    fields: {
      pages: ['home', 'about.mission'],
      lists: ['highlights', 'achievements', 'company_life'],
    },
    rows: ['blog', 'portfolio', 'clients', 'testimonials'],
  },
  about: texts('about', { lists: ['values', 'achievements'] }),
  services: texts('services', { lists: ['services'] }, ['testimonials']),
  portfolio: texts('portfolio', { choices: ['portfolio_categories'], features: ['portfolio'] }, [
    'portfolio',
  ]),
  team: texts('team', { choices: ['team_sections', 'team_roles'], features: ['team'] }, ['team']),
  gallery: texts('gallery', { features: ['gallery'] }),
  blog: texts('blog', { choices: ['blog_categories'], features: ['blog'] }, ['blog']),
  career: texts('career', { choices: ['job_types'], features: ['career'] }, ['jobs']),
  contact: texts('contact'),
  quotations: texts('quotations', { features: ['quotations'] }),
  internship: texts('internship', { features: ['internship'] }),
  privacy: legal('privacy'),
  imprint: legal('imprint'),
  terms: legal('terms'),
  cookies: legal('cookies'),
};

/** The section of the group `pages` with the texts in the footer of every page. */
export const footerSection = 'footer';

export const groupsOnEveryPage: ReadonlySet<string> = new Set(['company', 'brand', 'navigation']);

/** Their forms have no preview. */
export const groupsOnNoPage: ReadonlySet<string> = new Set(['answers', 'mail']);

export const editedPages: readonly EditedPage[] = (publicPages as readonly PublicPage[]).map((page) => {
  const { path } = page;
  const name = nameOf(page);
  const sections: Readonly<Record<string, { label: string }>> = {
    ...settingGroups.pages.fields,
    ...settingGroups.legal.fields,
  };
  const { fields, rows } = own[name];
  const others: readonly ModuleName[] = fixedPlaceOfPath(path) ? ['pages'] : [];
  return { name, path, label: sections[name]!.label, fields, rows: [...rows, ...others] };
});

function nameOf({ texts }: PublicPage): PageName {
  return typeof texts === 'string' ? texts : texts.document;
}

/** The page of a section of `pages` or `legal`. Undefined for sections such as the footer. */
export function pathOfSection(section: string | undefined): string | undefined {
  return editedPages.find(({ name }) => name === section)?.path;
}

/** False only for a text of another page. Any page may show lists and facts. */
export function isOnPage(path: string, name: string, text: string): boolean {
  const [section = ''] = text.split('.');
  const group = name.split('.')[0] as GroupName;
  if ((group !== 'pages' && group !== 'legal') || pathOfSection(section) === undefined) return true;
  // The footer of every page shows the titles of the legal pages.
  if (group === 'legal' && text.endsWith('.title')) return true;
  const shown = editedPages.find((page) => page.path === path)?.fields[group] ?? [];
  return shown.some((one) => text === one || text.startsWith(`${one}.`));
}

/**
 * The field that changes a page's drawings: for `brand` the switch of all drawings, for `pages` the picture that
 * replaces them.
 */
export function fieldOfDrawings(path: string, group: string): string | undefined {
  if (group === 'brand') return 'drawings';
  const page = editedPages.find((one) => one.path === path);
  return group === 'pages' && (page?.name === 'home' || page?.name === 'about')
    ? `${page.name}.picture`
    : undefined;
}

const aroundFields: PageFields = {
  pages: [footerSection],
  company: Object.keys(settingGroups.company.fields),
  brand: Object.keys(settingGroups.brand.fields),
  navigation: Object.keys(settingGroups.navigation.fields),
};

const groupOrder: readonly GroupName[] = [
  'pages',
  'legal',
  'lists',
  'choices',
  'features',
  'company',
  'brand',
  'navigation',
];

export interface ShownGroup {
  name: GroupName;
  fields: Fields;
  /** Whether the page shows fields of the group between its header and its footer. */
  isOwn: boolean;
}

/** The groups that belong to this page come first, then those that every page shows. */
export function fieldsOfPage({ fields }: EditedPage): ShownGroup[] {
  const groups = groupOrder.flatMap((name) => {
    const shown = [...(fields[name] ?? []), ...(aroundFields[name] ?? [])];
    if (shown.length === 0) return [];
    const isOwn = fields[name] !== undefined;
    return { name, fields: pickFields(settingGroups[name].fields, shown), isOwn };
  });
  return groups.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
}
