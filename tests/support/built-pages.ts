import { resolve } from 'node:path';
import type { PageParts } from '../../src/http/pages/pages.ts';

/** The public address of the site in tests with real pages. */
export const publicUrl = 'https://www.atrium.example.com';

/** Returns the built client and its renderer, with which a test app serves real pages. */
export async function loadBuiltPages(): Promise<
  Pick<PageParts, 'clientFolder' | 'renderPage' | 'publicUrl'>
> {
  const bundle: string = resolve('dist/server/entry-server.js');
  const { createRenderer } = await import(bundle);
  return { clientFolder: resolve('dist/client'), renderPage: createRenderer(publicUrl), publicUrl };
}

export const fixedPaths = [
  ...['/', '/about', '/services', '/portfolio', '/team', '/gallery', '/blog', '/career'],
  ...['/quotations', '/internship', '/contact', '/privacy'],
];

/**
 * Reads the head of a page. `said` contains the texts of the meta elements by name or property, and `things`
 * contains the structured data.
 */
export function readHead(html: string) {
  const [head = ''] = html.split('</head>');
  const elements = [...head.matchAll(/<(?:meta|link) ([^>]*)>/g)].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
  );
  const metas = elements.flatMap(({ name, property, content }) => {
    const key = name ?? property;
    return key && content !== undefined ? [[key, readable(content)] as const] : [];
  });
  const [, block] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(head) ?? [];
  return {
    title: readable(/<title>(.*?)<\/title>/s.exec(head)?.[1] ?? ''),
    canonical: elements.find(({ rel }) => rel === 'canonical')?.href,
    alternates: elements.filter(({ rel }) => rel === 'alternate'),
    said: Object.fromEntries(metas),
    things: block === undefined ? [] : JSON.parse(block)['@graph'],
  };
}

function readable(text: string): string {
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => signs[entity as keyof typeof signs]);
}
