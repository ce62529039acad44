import { type ComponentType, createContext, type ReactNode } from 'react';
import type { PostedForm } from '../../../src/shared/page.ts';
import type { Api } from '../../api/types.ts';

/** The result of the page's form, if one was posted. */
export const PostedFormContext = createContext<PostedForm | undefined>(undefined);

/** The parameters for loading a page. */
export interface PageRequest {
  api: Api;
  params: Partial<Record<string, string>>;
  search: URLSearchParams;
}

/** The content of the document's head. */
export interface PageHead {
  title: string;
  description: string;
  /** The canonical address of the page, from the site's root. */
  canonical: string;
  type?: 'website' | 'article';
  /** Keeps the page out of search engines. */
  isHidden?: boolean;
}

/** An entry of the route table. `head` and `render` receive what `load` returned. */
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

/** Returns the route of a public page: its address, data, head and component. */
export function definePage<Data = null>({ path, load, head, Page }: PageDefinition<Data>): PageRoute {
  return {
    path,
    load,
    // Each page receives the result of its own `load`, so the casts are safe.
    head: (data) => head(data as Data),
    render: (data) => <Page data={data as Data} />,
  };
}

/** Thrown while loading when no page exists at the address. */
export class PageNotFound extends Error {}
