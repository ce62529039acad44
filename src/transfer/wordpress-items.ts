import { createHash } from 'node:crypto';
import { plainText } from '../shared/writing/clean-html.ts';
import {
  type Incoming,
  type IncomingMenu,
  type IncomingMenuEntry,
  type IncomingPicture,
  type IncomingPost,
  noCategory,
  type OldAddress,
} from './incoming-content.ts';
import { sectionsOfWordPress } from './page-sections.ts';
import { seoOfPlugins } from './seo-fields.ts';
import { emptyBlockNames, expandPatterns, readBlocks, renderLinkBlocks } from './wordpress-blocks.ts';
import { toReadableHtml, withFootnotes } from './wordpress-html.ts';
import { addressesOfItem } from './wordpress-old-addresses.ts';
import { metaOfItem, textOfElement, type XmlElement } from './xml-items.ts';

interface Attachment extends IncomingPicture {
  id: string;
  /** The addresses of the page that shows the file on the other site. */
  pages: string[];
  order: number;
}

/** The files of the other site's library. */
interface Attachments {
  add(item: XmlElement): void;
  get(id: string): Attachment | undefined;
  /** In their order on the other site. */
  uploadedTo(parent: string): Attachment[];
  /** The addresses of the pages that show single files. */
  pages(): OldAddress[];
}

const isPicture = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#].*)?$/i;

export function createAttachments(): Attachments {
  const byId = new Map<string, Attachment>();
  const byParent = new Map<string, Attachment[]>();
  return {
    pages: () =>
      [...byId.values()].flatMap(({ address, pages }) =>
        pages.map((path) => ({ path, lists: { file: address } })),
      ),
    add: (item) => {
      const id = textOfElement(item, 'wp:post_id');
      if (!id) return;
      const attachment: Attachment = {
        id,
        address: textOfElement(item, 'wp:attachment_url'),
        // Most themes describe a picture by its caption if it has no description.
        alt: metaOfItem(item, '_wp_attachment_image_alt') || textOfElement(item, 'excerpt:encoded'),
        pages: addressesOfItem(item),
        order: Number(textOfElement(item, 'wp:menu_order')) || 0,
      };
      byId.set(id, attachment);
      const parent = textOfElement(item, 'wp:post_parent');
      if (!Number(parent)) return;
      const uploaded = byParent.get(parent);
      if (uploaded) uploaded.push(attachment);
      else byParent.set(parent, [attachment]);
    },
    get: (id) => byId.get(id),
    uploadedTo: (parent) =>
      (byParent.get(parent) ?? []).toSorted((a, b) => a.order - b.order || Number(a.id) - Number(b.id)),
  };
}

function picturesAmong(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter(({ address }) => isPicture.test(address));
}

/** From the head of the file and from other items. */
export interface WordPressIndex {
  base: string;
  title: string;
  attachments: Attachments;
  /** Patterns (reusable blocks), by id. */
  patterns: Map<string, string>;
  /** Display names, by login. */
  authors: Map<string, string>;
}

const draftReasons: Record<string, string> = {
  draft: '',
  pending: 'waited for a review there: a draft here',
  private: 'private there: a draft here',
  future: 'scheduled there: a draft here',
};

/** Posts, pages and files are taken. Anything else is skipped with a reason. */
export function toIncoming(item: XmlElement, known: WordPressIndex): Incoming {
  const postId = textOfElement(item, 'wp:post_id');
  const externalId =
    postId || textOfElement(item, 'guid') || textOfElement(item, 'link') || fingerprintOf(item);
  const title = textOfElement(item, 'title');
  const type = textOfElement(item, 'wp:post_type');
  const status = textOfElement(item, 'wp:status');
  const skip = (reason: string): Incoming => ({ kind: type, skipped: { externalId, title, reason } });
  if (type === 'attachment') {
    const address = textOfElement(item, 'wp:attachment_url') || textOfElement(item, 'guid');
    return { kind: type, file: { externalId, title, address } };
  }
  if (type === 'wp_block') return skip('a pattern: it is in the texts that use it');
  if (type !== 'post' && type !== 'page')
    return skip(`${type || 'something without a type'}: only posts and pages are taken`);
  if (status === 'trash' || status === 'auto-draft' || status === 'inherit')
    return skip(`its state is ${status}`);

  const notes = [...item.repairs];
  const whole = expandPatterns(textOfElement(item, 'content:encoded'), known.patterns);
  const content = renderLinkBlocks(withFootnotes(whole, metaOfItem(item, 'footnotes')));
  const read = (raw: string): string => {
    const { html, notes: readNotes } = toReadableHtml(raw, {
      byId: (id) => known.attachments.get(id),
      uploadedTo: (id = postId) => picturesAmong(known.attachments.uploadedTo(id)),
    });
    notes.push(...readNotes);
    return html;
  };
  const html = read(content);
  const empty = emptyBlockNames(readBlocks(content));
  if (empty.size > 0) notes.push(`blocks that WordPress fills are left out: ${[...empty].join(', ')}`);

  const isProtected = textOfElement(item, 'wp:post_password') !== '';
  const reason = isProtected ? 'protected by a password there: a draft here' : draftReasons[status];
  const isPublished = status === 'publish' && !isProtected;
  if (reason) notes.push(reason);
  else if (!isPublished && reason === undefined)
    notes.push(`its state is ${status || 'not said'}: a draft here`);

  const creator = textOfElement(item, 'dc:creator');
  const address = textOfElement(item, 'link');
  const post: IncomingPost = {
    externalId,
    title,
    html,
    isPublished,
    isDated: status !== 'draft',
    notes,
    remarks: leftOut(item),
    ...(!postId && { formerIds: [''] }),
    excerpt: textOfElement(item, 'excerpt:encoded'),
    createdAt: momentOf(item, 'wp:post_date_gmt', 'wp:post_date', 'pubDate'),
    updatedAt: momentOf(item, 'wp:post_modified_gmt', 'wp:post_modified'),
    categories: categoriesOfItem(item).map(({ nicename }) => nicename),
    tags: termsOf(item, 'post_tag').map(({ name }) => name),
    author: known.authors.get(creator) ?? creator,
    address,
    // Attachment pages of files that were uploaded to the post will lead to it too.
    furtherAddresses: [
      ...addressesOfItem(item),
      ...known.attachments.uploadedTo(postId).flatMap(({ pages }) => pages),
    ],
    search: seoOfPlugins((key) => metaOfItem(item, key), { title, site: known.title }),
    picture: known.attachments.get(metaOfItem(item, '_thumbnail_id')) ?? null,
  };
  if (type === 'post') return { kind: 'post', post };
  const parts = partsOf(address, known.base);
  const isStart = address !== '' && parts.length === 0 && !/[?]/.test(address);
  if (isStart) notes.push('was the start page there: a draft here, because this site has a start page');
  return {
    kind: 'page',
    page: {
      ...post,
      isPublished: isPublished && !isStart,
      sections: sectionsOfWordPress(content, read),
      parts: parts.length > 0 ? parts : [textOfElement(item, 'wp:post_name')].filter(Boolean).map(decoded),
    },
  };
}

/** What has no counterpart here. */
function leftOut(item: XmlElement): string[] {
  const remarks: string[] = [];
  if (textOfElement(item, 'wp:is_sticky') === '1')
    remarks.push('was held at the top: here the newest stands first');
  const comments = item.children.filter(({ name }) => name === 'wp:comment').length;
  if (comments > 0) remarks.push(`${comments} ${comments === 1 ? 'comment' : 'comments'} left out`);
  const template = metaOfItem(item, '_wp_page_template');
  if (template && template !== 'default') remarks.push(`its template ${template} is left out`);
  const keys = item.children
    .filter(({ name }) => name === 'wp:postmeta')
    .map((child) => textOfElement(child, 'wp:meta_key'))
    .filter((key) => key && !/^(?:_|rank_math_|footnotes$)/.test(key));
  if (keys.length > 0) remarks.push(`custom fields are left out: ${[...new Set(keys)].join(', ')}`);
  return remarks;
}

/** Decoded, below the path of its site. */
function partsOf(address: string, base: string): string[] {
  if (!URL.canParse(address)) return [];
  const [above, path] = [base, address].map((text) => (URL.canParse(text) ? new URL(text).pathname : '/'));
  const own = path!.startsWith(`${withoutTrailingSlash(above!)}/`)
    ? path!.slice(withoutTrailingSlash(above!).length)
    : path!;
  return own.split('/').filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function withoutTrailingSlash(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}

/** Identifies an item without an id and an address. */
function fingerprintOf(item: XmlElement): string {
  const values = ['title', 'wp:post_date', 'wp:post_date_gmt', 'pubDate'].map((name) =>
    textOfElement(item, name),
  );
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** The most important first. WordPress's default category comes last. */
export function categoriesOfItem(item: XmlElement): { nicename: string; name: string }[] {
  const all = termsOf(item, 'category');
  if (all.length === 0) return [{ nicename: noCategory, name: noCategory }];
  const isNone = ({ nicename }: { nicename: string }) => nicename === 'uncategorized';
  return [...all.filter((term) => !isNone(term)), ...all.filter(isNone)];
}

function termsOf({ children }: XmlElement, domain: string) {
  return children
    .filter(({ name, attributes }) => name === 'category' && attributes.domain === domain)
    .map(({ attributes, text }) => ({ nicename: attributes.nicename ?? text, name: text.trim() }));
}

/** The first valid one. WordPress writes zeros for a missing time. */
function momentOf(item: XmlElement, ...names: string[]): Date | null {
  for (const name of names) {
    const text = textOfElement(item, name);
    const moment = new Date(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
    );
    if (!text.startsWith('0000') && moment.getTime() > 0) return moment;
  }
  return null;
}

interface MenuItem {
  id: string;
  /** The id of the parent entry, or `0`. */
  parent: string;
  order: number;
  label: string;
  leadsTo: IncomingMenuEntry['leadsTo'] | { kind: 'term'; id: string };
}

interface MenuCollector {
  /** Ignores items that belong to no menu. */
  add(item: XmlElement): void;
  /** `keys` of categories, by their ids in the export. */
  menus(keys: ReadonlyMap<string, string>): IncomingMenu[];
}

/** Undefined for an item that is no menu entry. */
export function menuOfItem(item: XmlElement): string | undefined {
  if (textOfElement(item, 'wp:post_type') !== 'nav_menu_item') return undefined;
  return termsOf(item, 'nav_menu').at(0)?.nicename;
}

/** WordPress exports each entry as a separate item. */
export function createMenuCollector(): MenuCollector {
  const itemsByMenu = new Map<string, MenuItem[]>();
  return {
    add: (item) => {
      const menu = menuOfItem(item);
      const meta = (name: string) => metaOfItem(item, `_menu_item_${name}`);
      const id = textOfElement(item, 'wp:post_id');
      if (!menu) return;
      const items = itemsByMenu.get(menu) ?? [];
      itemsByMenu.set(menu, items);
      const [type, object, objectId] = [meta('type'), meta('object'), meta('object_id')];
      const isRow = type === 'post_type' && (object === 'page' || object === 'post');
      items.push({
        id,
        parent: meta('menu_item_parent'),
        order: Number(textOfElement(item, 'wp:menu_order')) || 0,
        label: plainText(textOfElement(item, 'title')),
        leadsTo: isRow
          ? { kind: object, externalId: objectId }
          : type === 'taxonomy' && object === 'category'
            ? { kind: 'term', id: objectId }
            : { kind: 'address', address: meta('url') || textOfElement(item, 'link') },
      });
    },
    menus: (keys) =>
      [...itemsByMenu]
        .map(([name, items]) => ({ name, entries: entriesOf(items, keys) }))
        .filter(({ entries }) => entries.length > 0),
  };
}

/** The entries in the order of their menu, each with its depth. */
function entriesOf(items: readonly MenuItem[], keys: ReadonlyMap<string, string>): IncomingMenuEntry[] {
  const ids = new Set(items.map(({ id }) => id));
  const sorted = items.toSorted((a, b) => a.order - b.order);
  const above = new Map(items.map(({ id, parent }) => [id, parent]));
  const depthOf = (id: string): number => {
    let depth = 0;
    const seen = new Set([id]);
    for (let at = above.get(id); at && ids.has(at) && !seen.has(at); at = above.get(at)) {
      seen.add(at);
      depth += 1;
    }
    return depth;
  };
  return sorted.map(({ id, label, leadsTo }) => ({
    externalId: id,
    label,
    leadsTo:
      leadsTo.kind === 'term' ? { kind: 'category', key: keys.get(leadsTo.id) ?? leadsTo.id } : leadsTo,
    depth: depthOf(id),
  }));
}
