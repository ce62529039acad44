import { z } from 'zod';
import type { ForeignExport, IncomingMenu, OldAddress, OnProgress } from './incoming.ts';
import { readItems } from './json-items.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
/** Ghost exports times as text. Old versions of Ghost exported milliseconds. */
const moment = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const at = new Date(value ?? Number.NaN);
    return Number.isNaN(at.getTime()) ? null : at;
  });

const Tag = z.object({ id, name: z.string(), slug: text, visibility: text });
const PostTag = z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() });
const User = z.object({ id, name: z.string(), slug: text });
const PostAuthor = z.object({ post_id: id, author_id: id });
const PostMeta = z.object({
  post_id: id,
  feature_image_alt: text,
  meta_title: text,
  meta_description: text,
});
type PostMeta = z.output<typeof PostMeta>;
export const GhostPost = z.object({
  id,
  uuid: text,
  slug: text,
  title: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  custom_excerpt: text,
  feature_image: text,
  type: text,
  status: text,
  visibility: text,
  page: z.union([z.boolean(), z.number()]).nullish(),
  featured: z.union([z.boolean(), z.number()]).nullish(),
  author_id: id.nullish(),
  canonical_url: text,
  meta_title: text,
  meta_description: text,
  codeinjection_head: text,
  codeinjection_foot: text,
  created_at: moment,
  updated_at: moment,
  published_at: moment,
});
export type GhostPost = z.output<typeof GhostPost>;

/**
 * The data that posts need from other tables of the export: tags, authors, metadata and the addresses of
 * lists.
 */
export interface GhostIndex {
  tags: Map<string, z.output<typeof Tag>>;
  tagsOf: Map<string, string[]>;
  lists: OldAddress[];
  users: Map<string, string>;
  authorsOf: Map<string, string[]>;
  metas: Map<string, PostMeta>;
}

export async function readGhostIndex(path: string): Promise<GhostIndex> {
  const known: GhostIndex = {
    tags: new Map(),
    tagsOf: new Map(),
    // In Ghost, `/rss` is the feed, and the further pages of the blog are below `/page`.
    lists: [
      { path: '/rss', lists: 'feed' },
      { path: '/page', lists: 'all' },
    ],
    users: new Map(),
    authorsOf: new Map(),
    metas: new Map(),
  };
  const quietly = () => {};
  const pushTo = (map: Map<string, string[]>, key: string, value: string) =>
    map.get(key)?.push(value) ?? map.set(key, [value]);
  for await (const tag of readTable(path, 'tags', Tag, quietly)) known.tags.set(tag.id, tag);
  const links: z.output<typeof PostTag>[] = [];
  for await (const link of readTable(path, 'posts_tags', PostTag, quietly)) links.push(link);
  for (const link of links.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))) {
    pushTo(known.tagsOf, link.post_id, link.tag_id);
  }
  for await (const user of readTable(path, 'users', User, quietly)) {
    known.users.set(user.id, user.name);
    if (user.slug) known.lists.push({ path: `/author/${user.slug}`, lists: { author: user.name } });
  }
  for await (const link of readTable(path, 'posts_authors', PostAuthor, quietly)) {
    pushTo(known.authorsOf, link.post_id, link.author_id);
  }
  for await (const meta of readTable(path, 'posts_meta', PostMeta, quietly)) {
    known.metas.set(meta.post_id, meta);
  }
  return known;
}

const MenuSetting = z.object({ key: z.string(), value: z.unknown() });
const MenuEntries = z.array(z.object({ label: z.string(), url: z.string() }));

/**
 * Returns the menus of a Ghost site, which Ghost stores in its settings. A menu without entries is left out.
 */
export async function readMenus(path: string): Promise<IncomingMenu[]> {
  const menus: IncomingMenu[] = [];
  for await (const { key, value } of readTable(path, 'settings', MenuSetting, () => {})) {
    if (key !== 'navigation' && key !== 'secondary_navigation') continue;
    const entries = MenuEntries.safeParse(jsonIn(value)).data ?? [];
    menus.push({
      name: key,
      entries: entries.map(({ label, url }, at) => ({
        externalId: `${key} ${at + 1}`,
        label,
        leadsTo: { kind: 'address', address: withoutGhostUrl(url) },
        depth: 0,
      })),
    });
  }
  return menus.filter(({ entries }) => entries.length > 0);
}

function jsonIn(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}

/**
 * Returns the addresses of the lists of posts by tag. A tag that is the first tag of a post becomes a
 * category here. Its list then leads to the list of the category.
 */
export function tagListAddresses(
  { tags }: GhostIndex,
  categories: ForeignExport['survey']['categories'],
): OldAddress[] {
  return [...tags.values()].flatMap(({ id: key, slug, name }) =>
    slug ? [{ path: `/tag/${slug}`, lists: categories.has(key) ? { category: key } : { tag: name } }] : [],
  );
}

/**
 * Yields the rows of a table of the export. The tables are in `data`, which is inside `db` except in older
 * exports.
 * @throws {Error} at the first row that does not match the schema
 */
export async function* readTable<Row>(
  path: string,
  table: string,
  schema: z.ZodType<Row>,
  onProgress: OnProgress,
) {
  const where = new RegExp(`^(?:db\\.0\\.)?data\\.${table}$`);
  let at = 0;
  for await (const row of readItems(path, where, onProgress)) {
    const parsed = schema.safeParse(row);
    const [issue] = parsed.error?.issues ?? [];
    if (!parsed.success)
      throw new Error(`${path}: ${table} ${at}: ${issue?.path.join('.')} ${issue?.message}`);
    at += 1;
    yield parsed.data;
  }
}

/**
 * Removes the placeholder that Ghost exports instead of the address of the site. The addresses then are
 * paths.
 */
export function withoutGhostUrl(words: string): string {
  return words.replaceAll('__GHOST_URL__', '');
}
