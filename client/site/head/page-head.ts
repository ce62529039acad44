import { company } from '../../../src/shared/company.ts';
import { type LoadedPage, routeOf } from '../app/load-page.ts';
import type { PageHead } from '../app/page-route.tsx';

export interface HeadElement {
  tag: 'meta' | 'link';
  attributes: Record<string, string>;
}

/** What the document's head says about a page, the pages for failures included. */
export function headOf(page: LoadedPage): PageHead {
  const route = routeOf(page);
  if (page.outcome === 'found' && route) return route.head(page.data);
  const title = page.outcome === 'missing' ? 'Page not found' : 'Something went wrong';
  return { title, description: company.description, canonical: '', isHidden: true };
}

/** The title as the browser's tab shows it; the home page's own begins with the company. */
export function titleOf(head: PageHead): string {
  return head.canonical === '/' ? `${company.name} · ${head.title}` : `${head.title} · ${company.name}`;
}

/** What browsers and search engines are told; `origin` is the site's own, as visitors know it. */
export function elementsOf({ description, canonical, isHidden }: PageHead, origin: string): HeadElement[] {
  const elements: HeadElement[] = [
    { tag: 'meta', attributes: { name: 'description', content: description } },
  ];
  if (isHidden) elements.push({ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } });
  if (canonical) elements.push({ tag: 'link', attributes: { rel: 'canonical', href: origin + canonical } });
  return elements;
}
