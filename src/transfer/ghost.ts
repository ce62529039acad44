import {
  type ForeignExport,
  type Incoming,
  type IncomingPost,
  noCategory,
  type OnProgress,
} from './incoming.ts';
import {
  withoutGhostUrl,
  GhostPost,
  type GhostIndex,
  tagListAddresses,
  readGhostIndex,
  readMenus,
  readTable,
} from './ghost-tables.ts';
import { htmlOfLexical } from './lexical.ts';
import { htmlOfMobiledoc } from './mobiledoc.ts';
import { sectionsOfGhost } from './page-sections.ts';

const draftReasons: Record<string, string> = {
  draft: '',
  scheduled: 'scheduled there: a draft here',
  sent: 'went out by mail only: a draft here',
};

/**
 * Opens the JSON file that Ghost exports under Settings, Labs, Export.
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

/** Returns the public tags of a post, the most important first. Tags that begin with # are internal. */
function tagsOf({ id: postId }: GhostPost, { tags, tagsOf: links }: GhostIndex) {
  const all = (links.get(postId) ?? []).flatMap((tagId) => tags.get(tagId) ?? []);
  return all.filter(({ name, visibility }) => visibility !== 'internal' && !name.startsWith('#'));
}

function toIncoming(post: GhostPost, known: GhostIndex): Incoming {
  const { title, slug, status, visibility } = post;
  // In early versions of Ghost, the id of a post is a number. Posts of two sites may therefore have the same
  // id.
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
