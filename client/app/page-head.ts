import { company } from '../../src/shared/company.ts';
import type { PageHead } from '../lib/page-route.tsx';
import { type PageSnapshot, routeOf } from './load-page.ts';

const marker = 'data-page-head';

interface HeadElement {
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

/** The head as markup, for the server. */
export function renderHead(head: PageHead): string {
  const rest = elementsOf(head).map(({ tag, attributes }) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeText(value)}"`);
    return `<${tag}${written.join('')} ${marker}>`;
  });
  return `<title>${escapeText(titleOf(head))}</title>${rest.join('')}`;
}

/** Makes the head say what belongs to the page that is now shown. */
export function applyHead(head: PageHead): void {
  document.title = titleOf(head);
  for (const old of document.head.querySelectorAll(`[${marker}]`)) old.remove();
  for (const { tag, attributes } of elementsOf(head)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.setAttribute(marker, '');
    document.head.append(element);
  }
}

function elementsOf(head: PageHead): HeadElement[] {
  const meta = (attributes: Record<string, string>): HeadElement => ({ tag: 'meta', attributes });
  return [
    meta({ name: 'description', content: head.description }),
    meta({ property: 'og:title', content: head.title }),
    meta({ property: 'og:description', content: head.description }),
    meta({ property: 'og:type', content: head.type ?? 'website' }),
    meta({ property: 'og:site_name', content: company.name }),
    meta({ name: 'twitter:card', content: 'summary_large_image' }),
    ...(head.isHidden ? [meta({ name: 'robots', content: 'noindex' })] : []),
    ...(head.canonical
      ? [{ tag: 'link', attributes: { rel: 'canonical', href: head.canonical } } as const]
      : []),
  ];
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
