import { type ComponentType, createContext, type ReactNode } from 'react';
import type { PostedFormResult } from '../../../src/shared/page-renderer.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { withDirectionIsolates } from '../../../src/shared/text-direction.ts';
import type { Api } from '../../api/types.ts';

/** The result of the form that was posted to the page. Undefined if no form was posted. */
export const PostedFormContext = createContext<PostedFormResult | undefined>(undefined);

/**
 * The input for loading the data of a page: the API, the parameters of the path, the query parameters and the
 * settings.
 */
export interface PageLoadInput {
  api: Api;
  params: Partial<Record<string, string>>;
  search: URLSearchParams;
  site: SiteSettings;
}

/** The metadata from which the document's head is built. */
export interface PageMetadata {
  title: string;
  description: string;
  /** The path of the page's canonical address, such as `/about`. */
  canonical: string;
  /**
   * The address on another site where the content first appeared. The document's head states it as the
   * canonical address.
   */
  original?: string;
  /** The path with the row's id. Absent if the canonical path contains the id. */
  shortlink?: string;
  /**
   * Whether the author has written the description for search engines. Such a description is not shortened.
   */
  isOwnDescription?: boolean;
  type?: 'website' | 'article';
  /** Whether search engines must not list the page. */
  isHidden?: boolean;
}

interface FoundRow {
  id: number;
  slug: string | null;
  path: string;
  seo_title: string | null;
  seo_description: string | null;
  is_hidden_from_search: boolean;
  canonical_url: string;
}

/** Returns the metadata of a row's page. The author's own texts for search engines replace `words`. */
export function metadataOfRow(
  row: FoundRow,
  words: Pick<PageMetadata, 'title' | 'description'>,
): PageMetadata {
  return {
    title: row.seo_title ?? words.title,
    description: row.seo_description ?? words.description,
    isOwnDescription: row.seo_description !== null,
    canonical: row.path,
    ...(row.slug && { shortlink: row.path.slice(0, row.path.lastIndexOf('/') + 1) + row.id }),
    ...(row.canonical_url && { original: row.canonical_url }),
    isHidden: row.is_hidden_from_search,
  };
}

/**
 * Returns the title and the description of a page from its texts in the settings. The heading replaces an
 * empty title, and the introduction replaces an empty description.
 */
export function titleAndDescriptionOf({
  heading,
  title,
  intro,
  description,
}: Record<'heading' | 'title' | 'intro' | 'description', string>): Pick<
  PageMetadata,
  'title' | 'description'
> {
  return { title: title || heading, description: description || intro };
}

/**
 * Returns the title and the description of a list that is filtered by category or type. If there is no filter, returns
 * the title and the description of the whole list.
 */
export function filteredTitleAndDescription(
  page: Parameters<typeof titleAndDescriptionOf>[0] & { description_filtered: string },
  filter: string | undefined,
): Pick<PageMetadata, 'title' | 'description'> {
  const { title, description } = titleAndDescriptionOf(page);
  if (!filter) return { title, description };
  const filtered = page.description_filtered.replaceAll('{filter}', () => withDirectionIsolates(filter));
  return { title: `${title}, ${withDirectionIsolates(filter, title)}`, description: filtered || description };
}

/**
 * Returns the title and the description of one page of a list. From the second page on, both texts include
 * the page number.
 */
export function pagedTitleAndDescription(
  { title, description }: Pick<PageMetadata, 'title' | 'description'>,
  page: number,
  { texts, formats }: SiteSettings,
): Pick<PageMetadata, 'title' | 'description'> {
  if (page === 1) return { title, description };
  const number = formats.number(page);
  return {
    title: `${title}, ${texts.lists.pageOf(number)}`,
    description: `${description} ${texts.lists.pageSentence(number)}`.trim(),
  };
}

/** An entry of the route table. `styles`, `head` and `render` receive the result of `load`. */
export interface PageRoute {
  path: string;
  /** Returns the addresses of the style sheets that this page needs in addition to the style sheets of every page. */
  styles(data: unknown): readonly string[];
  /** Undefined if the page needs no data. */
  load: ((request: PageLoadInput) => Promise<unknown>) | undefined;
  head(data: unknown, site: SiteSettings): PageMetadata;
  render(data: unknown): ReactNode;
}

interface PageDefinition<Data> {
  path: string;
  styles?: readonly string[] | ((data: Data) => readonly string[]);
  load?: (request: PageLoadInput) => Promise<Data>;
  head: (data: Data, site: SiteSettings) => PageMetadata;
  Page: ComponentType<{ data: Data }>;
}

/** Returns the route of a public page: its address, data, head and component. */
export function definePage<Data = null>({
  path,
  styles = [],
  load,
  head,
  Page,
}: PageDefinition<Data>): PageRoute {
  return {
    path,
    styles: (data) => (typeof styles === 'function' ? styles(data as Data) : styles),
    load,
    // Each page receives the result of its own `load`, so the casts are safe.
    head: (data, site) => head(data as Data, site),
    render: (data) => <Page data={data as Data} />,
  };
}

/** The error that `load` throws when the page has moved to another address. */
export class PageMovedError extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`The page is at ${address} now`);
    this.address = address;
  }
}

/** The error that `load` throws when no page exists at the address. */
export class PageNotFoundError extends Error {}
