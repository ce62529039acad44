import { plainText } from '../shared/writing/clean-html.ts';
import { escapeXml } from '../shared/xml.ts';
import { firstElement, linksInHtml, picturesInHtml, splitIntoTopLevelParts } from './html-parts.ts';
import type { IncomingCard, IncomingPicture, PageSection } from './incoming-content.ts';
import { readBlocks, type WordPressBlock } from './wordpress-blocks.ts';

const [maxHeading, maxIntro, maxLabel, maxCardTitle, maxCardBody, maxCards] = [120, 400, 60, 80, 400, 12];

/** `read` converts the content of a block to HTML. */
export function sectionsOfWordPress(content: string, read: (raw: string) => string): PageSection[] {
  const sections: PageSection[] = [];
  /** Blocks that become text but are not converted yet. */
  let texts: WordPressBlock[] = [];
  const html = (blocks: readonly WordPressBlock[]) => blocks.map(({ raw }) => read(raw)).join('\n');
  const endText = () => {
    if (texts.length > 0) sections.push({ kind: 'text', html: html(texts) });
    texts = [];
  };
  const add = (section: PageSection) => {
    endText();
    sections.push(section);
  };
  const takeAll = (blocks: readonly WordPressBlock[]) => {
    for (const block of blocks) take(block);
  };
  const take = (block: WordPressBlock) => {
    const { name, children, own } = block;
    if (name === 'media-text' || name === 'cover' || name === 'cover-image') {
      const picture = pictureOf(block);
      const content = children.length > 0 ? html(children) : own;
      if (picture && plainText(content)) {
        add({ kind: 'split', html: content, picture, side: sideOf(block) });
      } else {
        texts.push(textOf(picture ? imageOf(picture) : own));
        takeAll(children);
      }
    } else if (name === 'gallery') {
      const pictures = picturesInHtml(block.raw);
      if (pictures.length > 0) add({ kind: 'gallery', pictures });
      else texts.push(block);
    } else if (name === 'details') {
      const summary = firstElement(own, 'summary');
      const question = plainText(summary?.inner ?? '');
      const answer = (summary?.rest ?? own) + html(children);
      endText();
      const last = sections.at(-1);
      if (last?.kind === 'faq') last.entries.push({ question, html: answer });
      else sections.push({ kind: 'faq', entries: [{ question, html: answer }] });
    } else if (faqBlocks.has(name) && questionsIn(own).length > 0) {
      add({ kind: 'faq', entries: questionsIn(own) });
    } else if (name === 'buttons' || name === 'button') {
      const action = actionOf(texts, block);
      if (action) {
        texts = texts.slice(0, -action.used);
        add(action.section);
      } else texts.push(block);
    } else if (name === 'columns') {
      const columns = children.filter((child) => child.name === 'column');
      const split = splitOf(columns);
      const cards = columns.map(cardOf);
      const isRow = cards.length > 1 && cards.length <= maxCards;
      if (split) add({ kind: 'split', html: html(split.texts), picture: split.picture, side: split.side });
      else if (isRow && cards.every((card) => card !== undefined)) add({ kind: 'cards', entries: cards });
      else takeAll(children);
    } else if ((name === 'group' || name === 'column') && !plainText(own)) takeAll(children);
    else texts.push(block);
  };
  takeAll(readBlocks(content));
  endText();
  return sections;
}

/** Of a cover or media-text block. Undefined for a video. */
function pictureOf({ attributes: { url, alt }, own }: WordPressBlock): IncomingPicture | undefined {
  const [picture] = picturesInHtml(own);
  if (picture) return picture;
  const style = /background-image:\s*url\(\s*(?:&quot;|['"])?(https?:[^'")&\s]+)/i.exec(own)?.[1];
  const address = typeof url === 'string' ? url : style;
  if (address === undefined || /\.(?:mp4|webm|mov|ogv)$/i.test(address)) return undefined;
  return { address, alt: typeof alt === 'string' ? alt : '' };
}

function textOf(html: string): WordPressBlock {
  return {
    name: 'html',
    attributes: {},
    raw: `<!-- wp:html -->${html}<!-- /wp:html -->`,
    own: html,
    children: [],
  };
}

function imageOf({ address, alt }: IncomingPicture): string {
  return `<figure><img src="${escapeXml(address)}" alt="${escapeXml(alt)}"></figure>`;
}

function sideOf({ attributes }: WordPressBlock): 'Left' | 'Right' {
  return attributes.mediaPosition === 'right' ? 'Right' : 'Left';
}

/**
 * A button with the heading and short texts above it, if a call to action can show them. `used` counts the
 * replaced blocks.
 */
function actionOf(
  texts: readonly WordPressBlock[],
  block: WordPressBlock,
): { section: PageSection; used: number } | undefined {
  const links = linksInHtml(block.raw);
  const at = texts.findLastIndex(({ name }) => name === 'heading');
  const [above, ...paragraphs] = at === -1 ? [] : texts.slice(at);
  if (!above || links.length !== 1 || paragraphs.some(({ name }) => name !== 'paragraph')) return undefined;
  const [{ href: url, label }] = links as [{ href: string; label: string }];
  const heading = plainText(above.raw);
  const intro = paragraphs.map(({ raw }) => plainText(raw)).join('\n\n');
  const isPlain = paragraphs.every(
    ({ raw }) => linksInHtml(raw).length === 0 && picturesInHtml(raw).length === 0,
  );
  const fits = heading.length <= maxHeading && intro.length <= maxIntro && label.length <= maxLabel;
  if (!heading || !label || !isPlain || !fits || paragraphs.length > 2) return undefined;
  return {
    section: { kind: 'action', heading, intro, label, url, look: 'Sunk' },
    used: paragraphs.length + 1,
  };
}

/** Undefined unless one column has only a picture and the other only text. */
function splitOf(columns: readonly WordPressBlock[]) {
  if (columns.length !== 2) return undefined;
  const [left, right] = columns as [WordPressBlock, WordPressBlock];
  const lone = columns.find(({ raw }) => picturesInHtml(raw).length === 1 && !plainText(raw));
  const other = lone === left ? right : left;
  if (!lone || picturesInHtml(other.raw).length > 0 || !plainText(other.raw)) return undefined;
  const [picture] = picturesInHtml(lone.raw);
  return { picture: picture!, texts: other.children, side: lone === left ? 'Left' : 'Right' } as const;
}

/** Undefined if a card cannot show everything in the column. */
function cardOf(column: WordPressBlock): IncomingCard | undefined {
  const parts = flatten(column.children);
  const of = (...names: string[]) => parts.filter(({ name }) => names.includes(name));
  const [images, headings, paragraphs, buttons] = [of('image'), of('heading'), of('paragraph'), of('button')];
  const isKnown = images.length + headings.length + paragraphs.length + buttons.length === parts.length;
  if (!isKnown || images.length > 1 || headings.length !== 1 || buttons.length > 1) return undefined;
  const [title, body] = [
    plainText(headings[0]!.raw),
    paragraphs.map(({ raw }) => plainText(raw)).join('\n\n'),
  ];
  const links = [...images, ...headings, ...buttons].flatMap(({ raw }) => linksInHtml(raw));
  const addresses = new Set(links.map(({ href }) => href));
  const hasMore = paragraphs.some(({ raw }) => linksInHtml(raw).length > 0) || addresses.size > 1;
  const [picture] = images.flatMap(({ raw }) => picturesInHtml(raw));
  const isLost = buttons.length > 0 || Boolean(picture?.caption);
  if (hasMore || isLost || !title || title.length > maxCardTitle || body.length > maxCardBody)
    return undefined;
  return { title, body, picture, url: [...addresses][0] ?? '' };
}

/** Of the plugins Yoast and Rank Math. */
const faqBlocks: ReadonlySet<string> = new Set(['yoast/faq-block', 'rank-math/faq-block']);
const faqQuestion = /<(strong|h[2-6])\b[^<>]*\b(?:schema-faq|rank-math)-question\b[^<>]*>/;

function questionsIn(html: string): { question: string; html: string }[] {
  return html.split(new RegExp(`(?=${faqQuestion.source})`)).flatMap((part) => {
    const [, name] = faqQuestion.exec(part) ?? [];
    const heading = name && firstElement(part, name);
    return heading ? [{ question: plainText(heading.inner), html: heading.rest }] : [];
  });
}

const wrappers: ReadonlySet<string> = new Set(['group', 'buttons']);
const gaps: ReadonlySet<string> = new Set(['spacer', 'separator']);

function flatten(blocks: readonly WordPressBlock[]): WordPressBlock[] {
  return blocks.flatMap((block) => {
    if (gaps.has(block.name)) return [];
    return wrappers.has(block.name) ? flatten(block.children) : [block];
  });
}

const toggle = '<div class="kg-card kg-toggle-card"';

/** Toggles become questions. */
export function sectionsOfGhost(html: string): PageSection[] {
  const sections: PageSection[] = [];
  for (const piece of withoutGaps(splitIntoTopLevelParts(html))) {
    const last = sections.at(-1);
    const question = piece.trimStart().startsWith(toggle) ? questionOf(piece) : undefined;
    if (question && last?.kind === 'faq') last.entries.push(question);
    else if (question) sections.push({ kind: 'faq', entries: [question] });
    else if (last?.kind === 'text') last.html += piece;
    else sections.push({ kind: 'text', html: piece });
  }
  return sections;
}

function withoutGaps(pieces: readonly string[]): string[] {
  return pieces.filter((piece) => piece.trim());
}

function questionOf(html: string): { question: string; html: string } | undefined {
  const heading = firstElement(html, 'h4');
  return heading && { question: plainText(heading.inner), html: heading.rest };
}
