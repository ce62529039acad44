import { createHash } from 'node:crypto';
import { type Incoming, type IncomingPost, noCategory } from './incoming.ts';
import { sectionsOfWordPress } from './page-sections.ts';
import { seoOfPlugins } from './seo-plugins.ts';
import { emptyBlockNames, readBlocks, expandPatterns, renderLinkBlocks } from './wordpress-blocks.ts';
import { addressesOf } from './wordpress-old-addresses.ts';
import { type Attachments, picturesAmong } from './wordpress-attachments.ts';
import { withFootnotes } from './wordpress-footnotes.ts';
import { toReadableHtml } from './wordpress-html.ts';
import { metaOf, textOf, type XmlElement } from './xml-items.ts';

/** Data from the head of the file and from other items that is needed to convert an item. */
export interface WordPressIndex {
  /** The address of the site. */
  base: string;
  /** The name of the site. */
  title: string;
  attachments: Attachments;
  /** The contents of patterns (reusable blocks), by id. */
  patterns: Map<string, string>;
  /** The display names of authors, by login. */
  authors: Map<string, string>;
}

const draftReasons: Record<string, string> = {
  draft: '',
  pending: 'waited for a review there: a draft here',
  private: 'private there: a draft here',
  future: 'scheduled there: a draft here',
};

/** Converts an item of the export into a post, a page or a file. Any other item is skipped with a reason. */
export function toIncoming(item: XmlElement, known: WordPressIndex): Incoming {
  const postId = textOf(item, 'wp:post_id');
  const externalId = postId || textOf(item, 'guid') || textOf(item, 'link') || fingerprintOf(item);
  const title = textOf(item, 'title');
  const type = textOf(item, 'wp:post_type');
  const status = textOf(item, 'wp:status');
  const skip = (reason: string): Incoming => ({ kind: type, skipped: { externalId, title, reason } });
  if (type === 'attachment') {
    const address = textOf(item, 'wp:attachment_url') || textOf(item, 'guid');
    return { kind: type, file: { externalId, title, address } };
  }
  if (type === 'wp_block') return skip('a pattern: it is in the texts that use it');
  if (type !== 'post' && type !== 'page')
    return skip(`${type || 'something without a type'}: only posts and pages are taken`);
  if (status === 'trash' || status === 'auto-draft' || status === 'inherit')
    return skip(`its state is ${status}`);

  const notes = [...item.repairs];
  const whole = expandPatterns(textOf(item, 'content:encoded'), known.patterns);
  const content = renderLinkBlocks(withFootnotes(whole, metaOf(item, 'footnotes')));
  const read = (raw: string): string => {
    const { html, notes: found } = toReadableHtml(raw, {
      byId: (id) => known.attachments.get(id),
      uploadedTo: (id = postId) => picturesAmong(known.attachments.uploadedTo(id)),
    });
    notes.push(...found);
    return html;
  };
  const html = read(content);
  const empty = emptyBlockNames(readBlocks(content));
  if (empty.size > 0) notes.push(`blocks that WordPress fills are left out: ${[...empty].join(', ')}`);

  const isProtected = textOf(item, 'wp:post_password') !== '';
  const reason = isProtected ? 'protected by a password there: a draft here' : draftReasons[status];
  const isPublished = status === 'publish' && !isProtected;
  if (reason) notes.push(reason);
  else if (!isPublished && reason === undefined)
    notes.push(`its state is ${status || 'not said'}: a draft here`);

  const creator = textOf(item, 'dc:creator');
  const address = textOf(item, 'link');
  const post: IncomingPost = {
    externalId,
    title,
    html,
    isPublished,
    isDated: status !== 'draft',
    notes,
    remarks: leftOut(item),
    ...(!postId && { formerIds: [''] }),
    excerpt: textOf(item, 'excerpt:encoded'),
    createdAt: momentOf(item, 'wp:post_date_gmt', 'wp:post_date', 'pubDate'),
    updatedAt: momentOf(item, 'wp:post_modified_gmt', 'wp:post_modified'),
    categories: categoriesOf(item).map(({ nicename }) => nicename),
    tags: termsOf(item, 'post_tag').map(({ name }) => name),
    author: known.authors.get(creator) ?? creator,
    address,
    // The attachment pages of the files that were uploaded to the post will lead to the post too.
    furtherAddresses: [
      ...addressesOf(item),
      ...known.attachments.uploadedTo(postId).flatMap(({ pages }) => pages),
    ],
    search: seoOfPlugins((key) => metaOf(item, key), { title, site: known.title }),
    picture: known.attachments.get(metaOf(item, '_thumbnail_id')) ?? null,
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
      parts: parts.length > 0 ? parts : [textOf(item, 'wp:post_name')].filter(Boolean).map(decoded),
    },
  };
}

/** Returns a remark for each part of an item that has no counterpart here. */
function leftOut(item: XmlElement): string[] {
  const remarks: string[] = [];
  if (textOf(item, 'wp:is_sticky') === '1') remarks.push('was held at the top: here the newest stands first');
  const comments = item.children.filter(({ name }) => name === 'wp:comment').length;
  if (comments > 0) remarks.push(`${comments} ${comments === 1 ? 'comment' : 'comments'} left out`);
  const template = metaOf(item, '_wp_page_template');
  if (template && template !== 'default') remarks.push(`its template ${template} is left out`);
  const keys = item.children
    .filter(({ name }) => name === 'wp:postmeta')
    .map((child) => textOf(child, 'wp:meta_key'))
    .filter((key) => key && !/^(?:_|rank_math_|footnotes$)/.test(key));
  if (keys.length > 0) remarks.push(`custom fields are left out: ${[...new Set(keys)].join(', ')}`);
  return remarks;
}

/** Returns the decoded segments of an address's path below the path of its site. */
function partsOf(address: string, base: string): string[] {
  if (!URL.canParse(address)) return [];
  const [above, path] = [base, address].map((text) => (URL.canParse(text) ? new URL(text).pathname : '/'));
  const own = path!.startsWith(`${withoutSlash(above!)}/`) ? path!.slice(withoutSlash(above!).length) : path!;
  return own.split('/').filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function withoutSlash(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}

/** Returns a hash of the title and dates, which identifies an item without an id and without an address. */
function fingerprintOf(item: XmlElement): string {
  const words = ['title', 'wp:post_date', 'wp:post_date_gmt', 'pubDate'].map((name) => textOf(item, name));
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}

/**
 * Returns the categories of an item, the most important first. The default category of WordPress comes last.
 */
export function categoriesOf(item: XmlElement): { nicename: string; name: string }[] {
  const all = termsOf(item, 'category');
  if (all.length === 0) return [{ nicename: noCategory, name: noCategory }];
  const isNone = ({ nicename }: { nicename: string }) => nicename === 'uncategorized';
  return [...all.filter((term) => !isNone(term)), ...all.filter(isNone)];
}

export function termsOf({ children }: XmlElement, domain: string) {
  return children
    .filter(({ name, attributes }) => name === 'category' && attributes.domain === domain)
    .map(({ attributes, text }) => ({ nicename: attributes.nicename ?? text, name: text.trim() }));
}

/** Returns the first valid time of an item, or null. WordPress writes zeros for a missing time. */
function momentOf(item: XmlElement, ...names: string[]): Date | null {
  for (const name of names) {
    const text = textOf(item, name);
    const moment = new Date(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
    );
    if (!text.startsWith('0000') && moment.getTime() > 0) return moment;
  }
  return null;
}
