import { blockKinds } from '../../shared/blocks/block-kinds.ts';
import { column, langColumn, seoColumns } from '../../shared/columns.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { Columns } from '../../shared/column-types.ts';

export const pagesFacts = {
  entity: 'Page',
  table: 'pages',
  log: 'page',
  idKey: 'page_id',
  file: 'pages',
  path: '/admin/pages',
  folder: '/pages',
  hasWholePaths: true,
  fixedPages: {
    'On Home': '/',
    'On About': '/about',
    'On Services': '/services',
    'On Portfolio': '/portfolio',
    'On Team': '/team',
    'On Careers': '/career',
    'On Contact': '/contact',
  },
  one: 'page',
  many: 'pages',
  noun: 'page',
  label: 'Pages',
  roles: ['admin', 'content_moderator'],
  pageSize: 12,
  facets: ['place', 'is_published'],
  sorts: ['title', 'place', 'is_published', 'created_at'],
  publicBy: 'is_published',
  schedule: { startColumn: 'published_at', endColumn: 'unpublish_at' },
  isTranslated: true,
} as const satisfies ContentFacts;

/** Such as 'On Home'. Stored in rows. */
export type FixedPlace = keyof typeof pagesFacts.fixedPages;
export const fixedPlaces = Object.keys(pagesFacts.fixedPages) as [FixedPlace, ...FixedPlace[]];

/** Undefined for what is not a fixed page. */
export function fixedPlaceOfPath(path: string): FixedPlace | undefined {
  return fixedPlaces.find((place) => pagesFacts.fixedPages[place] === path);
}

/** A page at such a place has no address of its own. */
export function isFixedPlace(place: unknown): place is FixedPlace {
  return typeof place === 'string' && Object.hasOwn(pagesFacts.fixedPages, place);
}

export const pageColumns = {
  title: column.line('Title', 120),
  intro: column.optionalText('Introduction', 400),
  place: column.choice('Place', ['Page', 'Landing page', ...fixedPlaces]),
  is_published: column.tick('Publish immediately', false, { heading: 'Published' }),
  published_at: column.moment('Publication date'),
  unpublish_at: column.moment('End of publication'),
  ...seoColumns,
  slug: { ...seoColumns.slug, isPath: true },
  ...langColumn,
  blocks: column.blocks('Content', blockKinds, { max: 60, maxEntries: 1000 }),
} satisfies Columns;
