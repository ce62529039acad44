import { escapeXml } from '../shared/xml.ts';

/** Of WordPress's block editor. */
export interface WordPressBlock {
  /** Without `core/`. Text outside all blocks is `freeform`. */
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  /** With delimiter comments and all content. */
  raw: string;
  /** Without child blocks. */
  own: string;
  children: WordPressBlock[];
}

interface Open extends WordPressBlock {
  start: number;
  /** Up to here `own` has been filled. */
  done: number;
}

/** Deeper blocks are part of their parent's content. */
const maxDepth = 30;

const delimiter = /^\s+(\/)?wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)\s*(\{[\s\S]*\})?\s*(\/)?$/;

/** A block that is never closed ends with its parent. */
export function readBlocks(content: string): WordPressBlock[] {
  const top = open('', {}, 0, 0);
  const path = [top];
  const close = (end: number, done: number) => {
    const block = path.pop()!;
    block.own += content.slice(block.done, end);
    block.raw = content.slice(block.start, done);
    path.at(-1)!.children.push(block);
    path.at(-1)!.done = done;
  };
  const addFreeform = (end: number) => {
    const text = content.slice(top.done, end);
    if (path.length === 1 && text.trim()) top.children.push({ ...blank, raw: text, own: text, children: [] });
    if (path.length > 1) path.at(-1)!.own += content.slice(path.at(-1)!.done, end);
  };
  for (let at = content.indexOf('<!--'); at !== -1; at = content.indexOf('<!--', at + 4)) {
    const end = content.indexOf('-->', at);
    if (end === -1) break;
    const [, isEnd, name = '', json, isEmpty] = delimiter.exec(content.slice(at + 4, end)) ?? [];
    if (!name) continue;
    const next = end + 3;
    const short = name.replace(/^core\//, '');
    if (isEnd) {
      const openedAt = path.findLastIndex((block) => block.name === short);
      if (openedAt < 1) continue;
      while (path.length > openedAt + 1) close(at, at);
      close(at, next);
    } else if (path.length <= maxDepth) {
      addFreeform(at);
      path.push(open(short, attributesIn(json), at, next));
      if (isEmpty) close(next, next);
    }
  }
  while (path.length > 1) close(content.length, content.length);
  addFreeform(content.length);
  return top.children;
}

const blank = { name: 'freeform', attributes: {} };

function open(name: string, attributes: WordPressBlock['attributes'], start: number, done: number): Open {
  return { name, attributes, raw: '', own: '', children: [], start, done };
}

function attributesIn(json: string | undefined): WordPressBlock['attributes'] {
  if (!json) return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as WordPressBlock['attributes']) : {};
  } catch {
    return {};
  }
}

/** They only add space or a break. */
const gaps: ReadonlySet<string> = new Set(['spacer', 'more', 'nextpage', 'separator']);

/** WordPress fills blocks without content when it shows them, for example with the latest posts. */
export function emptyBlockNames(blocks: readonly WordPressBlock[]): Set<string> {
  const names = new Set<string>();
  for (const { name, own, children } of blocks) {
    if (!own.trim() && children.length === 0 && !gaps.has(name)) names.add(name);
    for (const inner of emptyBlockNames(children)) names.add(inner);
  }
  return names;
}

const patternBlock = /<!--\s+wp:block\s+(\{[^<>]*\})\s*\/-->/g;
/** A pattern may contain itself by mistake. */
const maxNesting = 3;

/** `patterns` by id. A reference to an unknown one stays. */
export function expandPatterns(content: string, patterns: ReadonlyMap<string, string>): string {
  let whole = content;
  for (let level = 0; level < maxNesting && patterns.size > 0; level += 1) {
    whole = whole.replaceAll(
      patternBlock,
      (block, json: string) => patterns.get(String(attributesIn(json).ref)) ?? block,
    );
  }
  return whole;
}

const linkBlock = /<!--\s+wp:(?:social-link|navigation-link|navigation-submenu)\s+(\{[^<>]*\})\s*\/?-->/g;

/** Such as a social link, which becomes a paragraph. */
export function renderLinkBlocks(content: string): string {
  return content.replaceAll(linkBlock, (whole, json: string) => {
    const { url, label, service } = attributesIn(json);
    const text = [label, service].find((text) => typeof text === 'string' && text !== '') ?? url;
    if (typeof url !== 'string' || !url) return whole;
    return `<p><a href="${escapeXml(url)}">${escapeXml(String(text))}</a></p>`;
  });
}
