import type { ForeignExport, OnProgress, ExportSurvey } from './incoming-content.ts';
import { createOldListCollector } from './wordpress-old-addresses.ts';
import {
  categoriesOfItem,
  createAttachments,
  createMenuCollector,
  menuOfItem,
  toIncoming,
  withoutTrailingSlash,
  type WordPressIndex,
} from './wordpress-items.ts';
import { readElements, textOfElement, type XmlElement } from './xml-items.ts';

const channel = ['rss', 'channel'] as const;

const formerSources = ['wordpress', 'wordpress '];

/**
 * WXR is the export format of WordPress. `site` is required if the file contains no address.
 * @throws {Error} when the file is not a WXR file, or the address of the site is unknown
 */
export async function openWordPress(
  path: string,
  onProgress: OnProgress,
  site?: string,
): Promise<ForeignExport> {
  const lists = createOldListCollector();
  const known: WordPressIndex = {
    base: '',
    title: '',
    attachments: createAttachments(),
    patterns: new Map(),
    authors: new Map(),
  };
  const categories: ExportSurvey['categories'] = new Map();
  const addresses = { base: '', link: '' };
  const origins = new Map<string, number>();
  const listed = new Map<string, { name: string; parent: string }>();
  /** Keys of categories by their ids. */
  const keys = new Map<string, string>();
  const menus = createMenuCollector();
  const repairs: string[] = [];
  let isExport = false;
  for await (const element of readElements(path, channel, onProgress)) {
    if (element.name === 'wp:wxr_version') isExport = true;
    if (element.name !== 'item') repairs.push(...element.repairs);
    lists.add(element);
    if (element.name === 'wp:base_blog_url') addresses.base = element.text.trim();
    if (element.name === 'link') addresses.link = element.text.trim();
    if (element.name === 'title') known.title = element.text.trim();
    if (element.name === 'wp:author') {
      const login = textOfElement(element, 'wp:author_login');
      known.authors.set(login, textOfElement(element, 'wp:author_display_name') || login);
    }
    if (element.name === 'wp:category') {
      const parent = textOfElement(element, 'wp:category_parent');
      const key = textOfElement(element, 'wp:category_nicename');
      listed.set(key, { name: textOfElement(element, 'wp:cat_name'), parent });
      keys.set(textOfElement(element, 'wp:term_id'), key);
    }
    if (element.name !== 'item') continue;
    surveyItem(element, known, categories, listed);
    menus.add(element);
    const origin = originOf(element);
    if (origin) origins.set(origin, (origins.get(origin) ?? 0) + 1);
  }
  if (!isExport) throw new Error(`${path} is not an export of WordPress`);
  const [usual] = [...origins].toSorted(([, a], [, b]) => b - a);
  const source =
    (!site && addresses.base) || withoutTrailingSlash(site || addresses.link || usual?.[0] || '');
  if (!source)
    throw new Error(`${path} does not say which site it is of: name it by --source https://old.example.com`);
  known.base = addresses.base || addresses.link || usual?.[0] || '';
  return {
    survey: {
      source: `wordpress ${source}`,
      site: source,
      formerSources,
      categories,
      menus: menus.menus(keys),
      repairs,
      lists: [...lists.all(source), ...known.attachments.pages()],
    },
    items: async function* (onItems = () => {}) {
      for await (const element of readElements(path, channel, onItems)) {
        if (element.name === 'item' && !menuOfItem(element)) yield toIncoming(element, known);
      }
    },
  };
}

function surveyItem(
  item: XmlElement,
  { attachments, patterns }: WordPressIndex,
  categories: ExportSurvey['categories'],
  listed: Map<string, { name: string; parent: string }>,
): void {
  const type = textOfElement(item, 'wp:post_type');
  if (type === 'attachment') attachments.add(item);
  if (type === 'wp_block')
    patterns.set(textOfElement(item, 'wp:post_id'), textOfElement(item, 'content:encoded'));
  if (type !== 'post') return;
  categoriesOfItem(item).forEach(({ nicename, name }, at) => {
    const there = categories.get(nicename);
    const parents = parentsOf(nicename, listed);
    const names = parents.map((parent) => listed.get(parent)?.name ?? parent);
    const facts = there ?? { name: [...names.toReversed(), name].join(' › '), parents, isFirst: false };
    categories.set(nicename, { ...facts, isFirst: facts.isFirst || at === 0 });
  });
}

/** The nearest first. Stops at a cycle. */
function parentsOf(nicename: string, listed: Map<string, { parent: string }>): string[] {
  const parents: string[] = [];
  for (let at = listed.get(nicename)?.parent; at && !parents.includes(at); at = listed.get(at)?.parent) {
    parents.push(at);
  }
  return parents;
}

function originOf(item: XmlElement): string | undefined {
  const addresses = [textOfElement(item, 'link'), textOfElement(item, 'guid')];
  const address = addresses.find((address) => /^https?:/i.test(address) && URL.canParse(address));
  return address && new URL(address).origin;
}
