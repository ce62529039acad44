import { z } from 'zod';
import {
  type ForeignExport,
  type Incoming,
  type IncomingMenu,
  type IncomingPost,
  noCategory,
  type OldAddress,
  type OnProgress,
} from './incoming-content.ts';
import { readJsonItems } from './read-text-file.ts';
import { htmlOfLexical, htmlOfMobiledoc } from './lexical.ts';
import { sectionsOfGhost } from './page-sections.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
/** As text; milliseconds in old versions of Ghost. */
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
const GhostPost = z.object({
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
type GhostPost = z.output<typeof GhostPost>;

/** What posts need from other tables of the export. */
interface GhostIndex {
  tags: Map<string, z.output<typeof Tag>>;
  tagsOf: Map<string, string[]>;
  lists: OldAddress[];
  users: Map<string, string>;
  authorsOf: Map<string, string[]>;
  metas: Map<string, PostMeta>;
}

async function readGhostIndex(path: string): Promise<GhostIndex> {
  const known: GhostIndex = {
    tags: new Map(),
    tagsOf: new Map(),
    // `/rss` is Ghost's feed, and further pages of the blog are below `/page`.
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

/** Ghost stores menus in its settings. One without entries is left out. */
async function readMenus(path: string): Promise<IncomingMenu[]> {
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

/** A tag that is the first of a post becomes a category here, so its list leads there. */
function tagListAddresses(
  { tags }: GhostIndex,
  categories: ForeignExport['survey']['categories'],
): OldAddress[] {
  return [...tags.values()].flatMap(({ id: key, slug, name }) =>
    slug ? [{ path: `/tag/${slug}`, lists: categories.has(key) ? { category: key } : { tag: name } }] : [],
  );
}

/**
 * The tables are in `data`, which is inside `db` except in older exports.
 * @throws {Error} at the first row that does not match the schema
 */
async function* readTable<Row>(path: string, table: string, schema: z.ZodType<Row>, onProgress: OnProgress) {
  const where = new RegExp(`^(?:db\\.0\\.)?data\\.${table}$`);
  let at = 0;
  for await (const row of readJsonItems(path, where, onProgress)) {
    const parsed = schema.safeParse(row);
    const [issue] = parsed.error?.issues ?? [];
    if (!parsed.success)
      throw new Error(`${path}: ${table} ${at}: ${issue?.path.join('.')} ${issue?.message}`);
    at += 1;
    yield parsed.data;
  }
}

/** Ghost exports it instead of the site's address. Addresses then are paths. */
function withoutGhostUrl(value: string): string {
  return value.replaceAll('__GHOST_URL__', '');
}

const draftReasons: Record<string, string> = {
  draft: '',
  scheduled: 'scheduled there: a draft here',
  sent: 'went out by mail only: a draft here',
};

/**
 * The JSON file that Ghost exports under Settings, Labs, Export.
 * @throws {Error} when the file is not an export of Ghost, or contains no posts
 */
export async function openGhost(path: string, onProgress: OnProgress): Promise<ForeignExport> {
  const known = await readGhostIndex(path);
  const categories: ForeignExport['survey']['categories'] = new Map();
  let posts = 0;
  for await (const post of readTable(path, 'posts', GhostPost, onProgress)) {
    posts += 1;
    if (isPage(post)) continue;
    const [key = noCategory] = tagsOf(post, known).map((tag) => tag.id);
    categories.set(key, { name: known.tags.get(key)?.name ?? noCategory, parents: [], isFirst: true });
  }
  if (posts === 0) throw new Error(`${path} is not an export of Ghost with posts in it`);
  return {
    survey: {
      source: 'ghost',
      categories,
      menus: await readMenus(path),
      lists: [...known.lists, ...tagListAddresses(known, categories)],
    },
    items: async function* (onItems = () => {}) {
      for await (const post of readTable(path, 'posts', GhostPost, onItems)) yield toIncoming(post, known);
    },
  };
}

function isPage({ type, page }: GhostPost): boolean {
  return type === 'page' || page === true || page === 1;
}

/** The most important first. Tags that begin with # are internal. */
function tagsOf({ id: postId }: GhostPost, { tags, tagsOf: links }: GhostIndex) {
  const all = (links.get(postId) ?? []).flatMap((tagId) => tags.get(tagId) ?? []);
  return all.filter(({ name, visibility }) => visibility !== 'internal' && !name.startsWith('#'));
}

function toIncoming(post: GhostPost, known: GhostIndex): Incoming {
  const { title, slug, status, visibility } = post;
  // In early versions of Ghost the id is a number, so posts of two sites may share it.
  const externalId = post.uuid || (/^\d+$/.test(post.id) ? `${post.id} ${slug}` : post.id);
  const kind = isPage(post) ? 'page' : 'post';
  const html = withoutGhostUrl(post.html || htmlOfLexical(post.lexical) || htmlOfMobiledoc(post.mobiledoc));
  if (!html && (post.lexical || post.mobiledoc)) {
    const reason = 'the form of the editor there cannot be read';
    return { kind, skipped: { externalId, title, reason } };
  }
  if (!html && kind === 'post') {
    const reason = 'it has no content in the export';
    return { kind, skipped: { externalId, title, reason } };
  }

  const notes: string[] = [];
  const remarks: string[] = [];
  const isOpen = visibility === '' || visibility === 'public';
  if (!isOpen) notes.push(`readable for ${visibility} only there: a draft here`);
  else if (draftReasons[status]) notes.push(draftReasons[status]);
  const isFeatured = post.featured === true || post.featured === 1;
  if (isFeatured && kind === 'post') remarks.push('was featured: here the newest stands first');
  if (post.codeinjection_head || post.codeinjection_foot) remarks.push('code of its own is left out');

  const [category, ...tags] = tagsOf(post, known);
  const authors = known.authorsOf.get(post.id) ?? [post.author_id ?? ''];
  const meta = known.metas.get(post.id);
  const incoming: IncomingPost = {
    externalId,
    ...(externalId !== post.id && !post.uuid && { formerIds: [post.id] }),
    title,
    notes,
    remarks,
    html,
    excerpt: post.custom_excerpt,
    isPublished: status === 'published' && isOpen,
    isDated: post.published_at !== null,
    createdAt: post.published_at ?? post.created_at,
    updatedAt: post.updated_at,
    categories: [category?.id ?? noCategory],
    tags: tags.map(({ name }) => name),
    author: authors.flatMap((author) => known.users.get(author) ?? []).join(', '),
    address: slug && `/${slug}/`,
    search: {
      title: meta?.meta_title || post.meta_title,
      description: meta?.meta_description || post.meta_description,
      canonical: post.canonical_url,
      isHidden: false,
    },
    picture: post.feature_image
      ? { address: withoutGhostUrl(post.feature_image), alt: meta?.feature_image_alt ?? '' }
      : null,
  };
  if (kind === 'post') return { kind, post: incoming };
  if (tags.length + (category ? 1 : 0) > 0) remarks.push('its tags are left out');
  return { kind, page: { ...incoming, sections: sectionsOfGhost(html), parts: [slug].filter(Boolean) } };
}
