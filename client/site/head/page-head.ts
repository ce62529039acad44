import { company } from '../../../src/shared/company.ts';
import type { PageHead } from '../app/page-route.tsx';
import { type PageSnapshot, routeOf } from '../app/load-page.ts';

/** Stands on every element of the head that belongs to one page alone. */
export const marker = 'data-page-head';

export interface HeadElement {
  tag: 'meta' | 'link';
  attributes: Record<string, string>;
}

/** What the document's head says about a page, the pages for failures included. */
export function headOf(snapshot: PageSnapshot): PageHead {
  const route = routeOf(snapshot);
  if (snapshot.outcome === 'found' && route) return route.head(snapshot.data);
  const title = snapshot.outcome === 'missing' ? 'Nothing at this address' : 'Something went wrong';
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

/** Makes the head say what belongs to the page that is now shown; what only other sites read goes with the old page. */
export function applyHead(head: PageHead): void {
  document.title = titleOf(head);
  for (const old of document.head.querySelectorAll(`[${marker}]`)) old.remove();
  for (const { tag, attributes } of elementsOf(head, location.origin)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.setAttribute(marker, '');
    document.head.append(element);
  }
}
