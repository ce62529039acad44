import { type ComponentType, createContext, type ReactNode } from 'react';
import type { PostedForm } from '../../../src/shared/page.ts';
import type { Api } from '../../lib/api-client.ts';

/** What became of the page's form where one was posted. */
export const PostedFormContext = createContext<PostedForm | undefined>(undefined);

/** What a page may ask for while it loads. */
export interface PageRequest {
  api: Api;
  params: Partial<Record<string, string>>;
  search: URLSearchParams;
}

/** What a page says of itself in the head of the document. */
export interface PageHead {
  title: string;
  description: string;
  /** The one address of this page, from the site's root. */
  canonical: string;
  type?: 'website' | 'article';
  /** Keeps the page out of search engines. */
  isHidden?: boolean;
}

/** A line of the route table; what `load` gives is what `head` and `render` take. */
export interface PageRoute {
  path: string;
  /** Absent when the page needs no data. */
  load: ((request: PageRequest) => Promise<unknown>) | undefined;
  head(data: unknown): PageHead;
  render(data: unknown): ReactNode;
}

interface PageDefinition<Data> {
  path: string;
  load?: (request: PageRequest) => Promise<Data>;
  head: (data: Data) => PageHead;
  Page: ComponentType<{ data: Data }>;
}

/** Describes one public page: its address, what it loads, its head and its component. */
export function definePage<Data = null>({ path, load, head, Page }: PageDefinition<Data>): PageRoute {
  return {
    path,
    load,
    // The table holds pages of every kind; each gets back what its own `load` gave, so the casts are safe.
    head: (data) => head(data as Data),
    render: (data) => <Page data={data as Data} />,
  };
}

/** Thrown while a page loads: there is nothing at this address. */
export class PageNotFound extends Error {}
