import { createHash } from 'node:crypto';
import { type Export, type Incoming, noCategory, type OnProgress, type Survey } from './incoming.ts';
import { toReadableHtml } from './wordpress-html.ts';
import { readElements, textOf, type XmlElement } from './xml-items.ts';

const channel = ['rss', 'channel'] as const;

interface Attachment {
  address: string;
  alt: string;
}

interface Known {
  attachments: Map<string, Attachment>;
  /** Display names by login. */
  authors: Map<string, string>;
}

const draftReasons: Record<string, string> = {
  draft: '',
  pending: 'waited for a review there: a draft here',
  private: 'private there: a draft here',
  future: 'scheduled there: a draft here',
};

const formerSources = ['wordpress', 'wordpress '];

/**
 * `site` is for a WXR file without its own address. @throws when the file is no WXR, or its site is unknown
 */
export async function openWordPress(path: string, onProgress: OnProgress, site?: string): Promise<Export> {
  const known: Known = { attachments: new Map(), authors: new Map() };
  const categories: Survey['categories'] = new Map();
  const named = { base: '', link: '' };
  const origins = new Map<string, number>();
  const listed = new Map<string, { name: string; parent: string }>();
  let isExport = false;
  for await (const element of readElements(path, channel, onProgress)) {
    if (element.name === 'wp:wxr_version') isExport = true;
    if (element.name === 'wp:base_blog_url') named.base = element.text.trim();
    if (element.name === 'link') named.link = element.text.trim();
    if (element.name === 'wp:author') {
      const login = textOf(element, 'wp:author_login');
      known.authors.set(login, textOf(element, 'wp:author_display_name') || login);
    }
    if (element.name === 'wp:category') {
      const parent = textOf(element, 'wp:category_parent');
      listed.set(textOf(element, 'wp:category_nicename'), { name: textOf(element, 'wp:cat_name'), parent });
    }
    if (element.name !== 'item') continue;
    surveyItem(element, known, categories, listed);
    const origin = originOf(element);
    if (origin) origins.set(origin, (origins.get(origin) ?? 0) + 1);
  }
  if (!isExport) throw new Error(`${path} is not an export of WordPress`);
  const [usual] = [...origins].toSorted(([, a], [, b]) => b - a);
  const source = (!site && named.base) || withoutSlash(site || named.link || usual?.[0] || '');
  if (!source)
    throw new Error(`${path} does not say which site it is of: name it by --source https://old.example.com`);
  return {
    survey: { source: `wordpress ${source}`, formerSources, categories },
    items: async function* (onItems = () => {}) {
      for await (const element of readElements(path, channel, onItems)) {
        if (element.name === 'item') yield toIncoming(element, known);
      }
    },
  };
}

function surveyItem(
  item: XmlElement,
  { attachments }: Known,
  categories: Survey['categories'],
  listed: Map<string, { name: string; parent: string }>,
): void {
  const type = textOf(item, 'wp:post_type');
  if (type === 'attachment' && textOf(item, 'wp:post_id')) {
    const alt = metaOf(item, '_wp_attachment_image_alt');
    attachments.set(textOf(item, 'wp:post_id'), { address: textOf(item, 'wp:attachment_url'), alt });
  }
  if (type !== 'post') return;
  for (const { nicename, name } of termsOf(item, 'category')) {
    if (categories.has(nicename)) continue;
    const parents = parentsOf(nicename, listed);
    const names = parents.map((parent) => listed.get(parent)?.name ?? parent);
    categories.set(nicename, { name: [...names.toReversed(), name].join(' › '), parents });
  }
  if (termsOf(item, 'category').length === 0) categories.set(noCategory, { name: noCategory, parents: [] });
}

/** Returns the nearest parent first. Stops at a cycle. */
function parentsOf(nicename: string, listed: Map<string, { parent: string }>): string[] {
  const parents: string[] = [];
  for (let at = listed.get(nicename)?.parent; at && !parents.includes(at); at = listed.get(at)?.parent) {
    parents.push(at);
  }
  return parents;
}

function toIncoming(item: XmlElement, known: Known): Incoming {
  const postId = textOf(item, 'wp:post_id');
  const externalId = postId || textOf(item, 'guid') || textOf(item, 'link') || fingerprintOf(item);
  const title = textOf(item, 'title');
  const type = textOf(item, 'wp:post_type');
  const status = textOf(item, 'wp:status');
  const skip = (reason: string): Incoming => ({ kind: type, skipped: { externalId, title, reason } });
  if (type !== 'post') return skip(`${type || 'something without a type'}: only posts are taken`);
  if (status === 'trash' || status === 'auto-draft' || status === 'inherit')
    return skip(`its state is ${status}`);

  const { html, notes } = toReadableHtml(textOf(item, 'content:encoded'), (id) => known.attachments.get(id));
  const isProtected = textOf(item, 'wp:post_password') !== '';
  const reason = isProtected ? 'protected by a password there: a draft here' : draftReasons[status];
  const isPublished = status === 'publish' && !isProtected;
  if (reason) notes.push(reason);
  else if (!isPublished && reason === undefined)
    notes.push(`its state is ${status || 'not said'}: a draft here`);
  if (textOf(item, 'wp:is_sticky') === '1') notes.push('was held at the top: here the newest stands first');
  const comments = item.children.filter(({ name }) => name === 'wp:comment').length;
  if (comments > 0) notes.push(`${comments} ${comments === 1 ? 'comment' : 'comments'} left out`);
  const categories = termsOf(item, 'category');
  const creator = textOf(item, 'dc:creator');
  return {
    kind: 'post',
    post: {
      externalId,
      title,
      html,
      isPublished,
      notes,
      ...(!postId && { formerIds: [''] }),
      excerpt: textOf(item, 'excerpt:encoded'),
      createdAt: momentOf(item, 'wp:post_date_gmt', 'wp:post_date', 'pubDate'),
      updatedAt: momentOf(item, 'wp:post_modified_gmt', 'wp:post_modified'),
      categories: categories.length > 0 ? categories.map(({ nicename }) => nicename) : [noCategory],
      tags: termsOf(item, 'post_tag').map(({ name }) => name),
      author: known.authors.get(creator) ?? creator,
      address: textOf(item, 'link'),
      picture: known.attachments.get(metaOf(item, '_thumbnail_id')) ?? null,
    },
  };
}

function withoutSlash(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}

function originOf(item: XmlElement): string | undefined {
  const addresses = [textOf(item, 'link'), textOf(item, 'guid')];
  const found = addresses.find((address) => /^https?:/i.test(address) && URL.canParse(address));
  return found && new URL(found).origin;
}

/** Identifies an item that has neither an id nor an address. */
function fingerprintOf(item: XmlElement): string {
  const words = ['title', 'wp:post_date', 'wp:post_date_gmt', 'pubDate'].map((name) => textOf(item, name));
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}

function termsOf({ children }: XmlElement, domain: string) {
  return children
    .filter(({ name, attributes }) => name === 'category' && attributes.domain === domain)
    .map(({ attributes, text }) => ({ nicename: attributes.nicename ?? text, name: text.trim() }));
}

function metaOf({ children }: XmlElement, key: string): string {
  const found = children.find(
    (child) => child.name === 'wp:postmeta' && textOf(child, 'wp:meta_key') === key,
  );
  return found ? textOf(found, 'wp:meta_value') : '';
}

/** WordPress writes zeros for a missing time. */
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
