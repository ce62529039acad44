import { fixedPlaceOfPath } from '../../../../src/modules/pages/pages.facts.ts';
import type { ModuleName } from '../../../../src/shared/module-facts.ts';
import { type PageWithCard, type PublicPage, publicPages } from '../../../../src/shared/public-pages.ts';
import type { LegalPageName } from '../../../../src/shared/settings/fields/legal.ts';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import { type GroupName, settingGroups } from '../../../../src/shared/settings/groups.ts';
import { pickFields } from './set-up/steps.ts';

/** The paths of fields by settings group. The path of a section includes all fields of the section. */
export type PageFields = Partial<Record<GroupName, readonly string[]>>;

type PageName = PageWithCard | LegalPageName;

export interface EditedPage {
  name: PageName;
  path: string;
  label: string;
  /** The fields that the page shows between its header and its footer. */
  fields: PageFields;
  /** The modules whose rows the page shows. */
  rows: readonly ModuleName[];
}

/** The words that staff use for the rows of each module, in the plural. */
export const rowNouns: Record<ModuleName, string> = {
  blog: 'posts',
  team: 'people',
  jobs: 'jobs',
  portfolio: 'projects',
  testimonials: 'testimonials',
  clients: 'clients',
  pages: 'sections of your own',
};

type Own = Pick<EditedPage, 'fields' | 'rows'>;

const texts = (name: PageWithCard, more: PageFields = {}, rows: readonly ModuleName[] = []): Own => ({
  fields: { pages: [name], ...more },
  rows,
});
const legal = (name: LegalPageName): Own => ({ fields: { legal: [name] }, rows: [] });

/** The fields and rows that each page shows between its header and its footer. */
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

/**
 * The groups that every page shows: the facts of the company, the look of the site, and the links in the
 * menus.
 */
export const groupsOnEveryPage: ReadonlySet<GroupName> = new Set(['company', 'brand', 'navigation']);

/** The pages of the site whose settings staff can edit on one screen each, in the order of the site. */
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

/**
 * Returns the path of the page to which a section of the group `pages` or `legal` belongs, such as `about`.
 * Returns undefined for other sections, such as the footer.
 */
export function pathOfSection(section: string | undefined): string | undefined {
  return editedPages.find(({ name }) => name === section)?.path;
}

/**
 * Returns whether the page at `path` may show a text of a group. `text` is the path of the text, such as
 * `about.mission`. Returns false only for a text that belongs to another page. Lists and facts belong to no page,
 * because any page may show them.
 */
export function isOnPage(path: string, group: GroupName, text: string): boolean {
  const [section = ''] = text.split('.');
  if ((group !== 'pages' && group !== 'legal') || pathOfSection(section) === undefined) return true;
  // The footer of every page shows the titles of the legal pages.
  if (group === 'legal' && text.endsWith('.title')) return true;
  const shown = editedPages.find((page) => page.path === path)?.fields[group] ?? [];
  return shown.some((one) => text === one || text.startsWith(`${one}.`));
}

/**
 * Returns the field of a group with which staff change the drawings of a page. For `brand`, returns the field that
 * switches all drawings off. For `pages`, returns the field for the picture that replaces the drawing. Only the home
 * page and the about page have this field. Otherwise returns undefined.
 */
export function fieldOfDrawings(path: string, group: GroupName): string | undefined {
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

/** The order of the groups on the screen that edits one page. */
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

/**
 * Returns the settings groups of a page, each with the fields that the page shows. The groups that belong to this page
 * come first, then the groups that every page shows, such as the brand.
 */
export function fieldsOfPage({ fields }: EditedPage): ShownGroup[] {
  const groups = groupOrder.flatMap((name) => {
    const shown = [...(fields[name] ?? []), ...(aroundFields[name] ?? [])];
    if (shown.length === 0) return [];
    const isOwn = fields[name] !== undefined;
    return { name, fields: pickFields(settingGroups[name].fields, shown), isOwn };
  });
  return groups.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
}
