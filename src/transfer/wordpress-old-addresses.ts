import type { OldAddress } from './incoming-content.ts';
import { metasOfItem, textOfElement, type XmlElement } from './xml-items.ts';

/** The current address first. */
export function addressesOfItem(item: XmlElement): string[] {
  const link = textOfElement(item, 'link');
  const id = textOfElement(item, 'wp:post_id');
  const former = metasOfItem(item, '_wp_old_slug').flatMap((slug) => withSlug(link, slug) ?? []);
  // The guid may be of an older site from which the item was once imported.
  return [link, ...former, Number(id) ? `/?p=${id}` : textOfElement(item, 'guid')].filter(Boolean);
}

/** With its last segment replaced. Undefined for an address without segments. */
function withSlug(link: string, slug: string): string | undefined {
  if (!slug || !URL.canParse(link, 'http://site')) return undefined;
  const { pathname } = new URL(link, 'http://site');
  const parts = pathname.split('/').filter(Boolean);
  return parts.length > 0 ? `/${[...parts.slice(0, -1), slug].join('/')}/` : undefined;
}

/** By category, tag, author and year, and the feeds. */
interface OldListCollector {
  add(element: XmlElement): void;
  /** `base` is the address of the other site, which may be in a folder. */
  all(base: string): OldAddress[];
}

export function createOldListCollector(): OldListCollector {
  const lists = new Map<string, OldAddress['lists']>();
  const parents = new Map<string, string>();
  const addList = (path: string, listed: OldAddress['lists']) => {
    if (!lists.has(path)) lists.set(path, listed);
  };
  const addCategory = (slug: string, id: string) => {
    if (slug) addList(`/category/${slug}`, { category: slug });
    if (Number(id)) addList(`/?cat=${id}`, { category: slug });
  };
  const addTag = (slug: string, tag: string) => {
    if (!slug || !tag) return;
    addList(`/tag/${slug}`, { tag });
    addList(`/?tag=${slug}`, { tag });
  };
  return {
    add: (element) => {
      const { name } = element;
      if (name === 'wp:category') {
        const slug = textOfElement(element, 'wp:category_nicename');
        addCategory(slug, textOfElement(element, 'wp:term_id'));
        parents.set(slug, textOfElement(element, 'wp:category_parent'));
      } else if (name === 'wp:tag')
        addTag(textOfElement(element, 'wp:tag_slug'), textOfElement(element, 'wp:tag_name'));
      else if (name === 'wp:author') {
        const login = textOfElement(element, 'wp:author_login');
        const author = textOfElement(element, 'wp:author_display_name') || login;
        const id = textOfElement(element, 'wp:author_id');
        if (login) addList(`/author/${slugOfLogin(login)}`, { author });
        if (Number(id)) addList(`/?author=${id}`, { author });
      } else if (name === 'item' && textOfElement(element, 'wp:post_type') === 'post') {
        // An export of selected posts has no list of categories and tags.
        for (const { attributes, name: child, text } of element.children) {
          if (child !== 'category' || !attributes.nicename) continue;
          if (attributes.domain === 'category') addCategory(attributes.nicename, '');
          if (attributes.domain === 'post_tag') addTag(attributes.nicename, text.trim());
        }
        // The export may list no authors, only name them at the posts.
        const login = textOfElement(element, 'dc:creator');
        if (login) addList(`/author/${slugOfLogin(login)}`, { author: login });
        const [, year] = /^([1-9]\d{3})-/.exec(textOfElement(element, 'wp:post_date')) ?? [];
        // Addresses of months and days begin with that of their year.
        if (year && textOfElement(element, 'wp:status') === 'publish') addList(`/${year}`, 'all');
      }
    },
    all: (base) => {
      const folder = folderOf(base);
      const nested = [...parents].flatMap(([slug]) => {
        const path = pathOfCategory(slug, parents);
        return path === slug ? [] : [{ path: `/category/${path}`, lists: { category: slug } }];
      });
      const feeds = ['/feed', '/comments/feed', '/?feed=rss2', '/?feed=rss', '/?feed=atom', '/?feed=rdf'];
      return [
        ...Array.from(lists, ([path, listed]) => ({ path, lists: listed })),
        ...nested,
        ...feeds.map((path) => ({ path, lists: 'feed' as const })),
        // Further pages of the blog are below this.
        { path: '/page', lists: 'all' as const },
      ].map((list) => (list.path.startsWith('/?') ? list : { ...list, path: folder + list.path }));
    },
  };
}

/** The part of an author's address that WordPress makes of the login. */
function slugOfLogin(login: string): string {
  return login
    .toLowerCase()
    .replaceAll(/[^a-z\d_\s-]+/g, '-')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function pathOfCategory(slug: string, parents: ReadonlyMap<string, string>): string {
  const path = [slug];
  for (let at = parents.get(slug); at && !path.includes(at); at = parents.get(at)) path.unshift(at);
  return path.join('/');
}

function folderOf(base: string): string {
  return URL.canParse(base) ? new URL(base).pathname.replace(/(?<!\/)\/+$/, '') : '';
}
