import { embedFacts, findEmbedOfAddress, parseEmbed } from './links-and-embeds.ts';
import { checkedValue, blockModels } from './block-models.ts';
import { textLimits, nodeRules } from './schema.ts';
import {
  type Block,
  type BlockChild,
  isBlank,
  isBlock,
  type TextMark,
  type TextRun,
  textOfChildren,
} from './block-tree.ts';

/** As few galleries as possible. Their sizes differ by one at most, so that none has a single image. */
function splitIntoGalleries(images: Block[]): Block[][] {
  const count = Math.ceil(images.length / textLimits.galleryImages);
  const startOf = (at: number) => Math.floor((at * images.length) / count);
  return Array.from({ length: count }, (_, at) => images.slice(startOf(at), startOf(at + 1)));
}

const gatheredFrom = new Set<string>(['bulletList', 'orderedList', 'listItem', 'figure']);

/** Also those in nested lists and figures. */
function separateImages(children: readonly BlockChild[]): [images: Block[], others: BlockChild[]] {
  const images: Block[] = [];
  const others: BlockChild[] = [];
  for (const child of children) {
    const isOpened = isBlock(child) && gatheredFrom.has(child.type);
    const [inner, rest] = isOpened ? separateImages(child.children) : [[], []];
    if (isBlock(child) && child.type === 'image') images.push(child);
    else if (inner.length === 0 && !(isOpened && child.type === 'listItem')) others.push(child);
    else others.push(...withParagraph(rest));
    images.push(...inner);
  }
  return [images, others];
}

function withParagraph(children: BlockChild[]): Block[] {
  const runs = children.filter((child) => !isBlock(child));
  const blocks = children.filter(isBlock);
  return textOfChildren(runs) === ''
    ? blocks
    : [{ type: 'paragraph', attributes: {}, children: runs }, ...blocks];
}

const maxCaption = 1000;

/**
 * Removes empty rows, adds a paragraph to empty cells, and joins the captions. A long caption becomes a paragraph
 * before the table. Without rows, only that paragraph remains.
 */
function finishTable({ children, ...table }: Block): Block[] {
  const blocks = children.filter(isBlock);
  const rows = blocks.filter((row) => row.type === 'tableRow' && row.children.length > 0).map(withFullCells);
  const captions = blocks.filter(({ type }) => type === 'tableCaption');
  const captionText = [table.attributes.caption, ...captions.map((one) => textOfChildren(one.children))]
    .filter(Boolean)
    .join(' · ');
  const isShort = captionText.length <= maxCaption && rows.length > 0;
  const before = captionText && !isShort ? [paragraph(captionText)] : [];
  if (rows.length === 0) return before;
  const { caption: _, ...attributes } = table.attributes;
  return [
    ...before,
    {
      ...table,
      attributes: { ...attributes, ...(captionText && isShort && { caption: captionText }) },
      children: rows,
    },
  ];
}

function withFullCells(row: Block): Block {
  const cells = row.children.filter(isBlock);
  return {
    ...row,
    children: cells.map((cell) => (cell.children.length > 0 ? cell : { ...cell, children: [paragraph()] })),
  };
}

function paragraph(text?: string): Block {
  return { type: 'paragraph', attributes: {}, children: text === undefined ? [] : [{ text, marks: [] }] };
}

const noMarks: readonly TextMark[] = [];

interface Place {
  /** Sections are only allowed at the top level. */
  isTop: boolean;
  /** Text after any block gets a paragraph, as the editor writes it. */
  isForeign: boolean;
}

/** Decides what is known only at the end of an element, such as which text is a caption. */
export function finishBlocks(text: Block, isForeign: boolean): Block {
  return { ...text, children: finished(text.children, { isTop: true, isForeign }) };
}

function finished(children: readonly BlockChild[], place: Place): BlockChild[] {
  return apart(
    children.flatMap((child) => (isBlock(child) ? finishedBlock(child, place) : [child])),
    place,
  );
}

const closed = new Set<string>(['picture', 'gallery', 'embed', 'attributedQuote', 'table', 'callout']);

const lists = new Set<string>(['bulletList', 'orderedList']);

/** Wraps text after a picture, another closed block, or at the top level a list, in a paragraph. */
function apart(children: readonly BlockChild[], { isTop, isForeign }: Place): BlockChild[] {
  const isClosed = (type: string) => closed.has(type) || (isTop && (isForeign || lists.has(type)));
  const result: BlockChild[] = [];
  let paragraph: Block | undefined;
  let isAfter = false;
  for (const child of children) {
    if (isBlock(child)) {
      [isAfter, paragraph] = [isClosed(child.type), undefined];
      result.push(child);
    } else if (!isAfter || (!paragraph && child.text !== undefined && isBlank(child.text))) {
      result.push(child);
    } else {
      if (!paragraph) {
        paragraph = made('paragraph', []);
        result.push(paragraph);
      }
      paragraph.children.push(child);
    }
  }
  return result;
}

function finishedBlock(block: Block, place: Place): BlockChild[] {
  const { type } = block;
  if (type === 'figure') return finishedFigure(block, place);
  if (type === 'action') return [finishedAction(block)];
  if (blockModels[type].holds.size === 0) return [block];
  const inner = { ...block, children: finished(block.children, { ...place, isTop: false }) };
  if (type === 'table') return finishTable(inner);
  if (type === 'blockquote') return finishedQuote(inner, place);
  return type === 'callout' && inner.children.length === 0 ? [] : [inner];
}

function finishedQuote(quote: Block, { isTop }: Place): Block[] {
  const [captions, children] = parted(quote.children, 'caption');
  if (captions.length === 0) return [quote];
  const inner = { ...quote, children };
  const caption = captionOf(captions);
  if (isTop && caption && textOfChildren(children) !== '') return [made('attributedQuote', [inner, caption])];
  return [{ ...quote, children: [...children, ...(caption ? [paragraphOf(caption)] : [])] }];
}

function finishedAction({ children }: Block): Block {
  const text = textOfChildren(children);
  const runs = children.filter((child): child is TextRun => !isBlock(child));
  const href = runs.flatMap(({ marks }) => marks.find((mark) => mark.href)?.href ?? [])[0];
  if (!href || !text) return made('paragraph', children);
  return made('action', [{ text, marks: [{ tag: 'a', href }] }]);
}

function finishedFigure(figure: Block, place: Place): BlockChild[] {
  const { attributes } = figure;
  const isGallery = place.isTop && attributes['data-kind'] === 'gallery';
  const [captions, rest] = parted(figure.children, 'caption');
  const [images, others] = isGallery ? separateImages(rest) : parted(rest, 'image');
  if (isGallery) captions.push(...parted(others, 'caption')[0]);
  const besides = finished(
    isGallery ? others.filter((child) => !captions.includes(child as Block)) : others,
    place,
  );
  const embed = parseEmbed(attributes['data-embed'] ?? '') ?? embedIn(figure, besides);
  const caption = captionOf(captions);
  if (embed) return [...embedded(embed, caption ?? titleOf(figure), place), ...besides];
  if (images.length > 0) return withImages(images, caption, besides, attributes, place);
  return withCaption(besides, caption, place);
}

/** For a WordPress figure with only the address of a video, which is removed from `besides`. */
function embedIn({ attributes }: Block, besides: BlockChild[]): string | undefined {
  const [only] = besides;
  if (attributes['data-kind'] !== 'embed' || besides.length !== 1 || !only || !isBlock(only))
    return undefined;
  const embed = only.type === 'paragraph' ? findEmbedOfAddress(textOfChildren(only.children)) : undefined;
  if (embed) besides.pop();
  return embed;
}

/** Undefined if the title only names the player. */
function titleOf({ attributes: { title: raw = '' } }: Block): Block | undefined {
  const title = checkedValue(nodeRules.image.attributes.alt.check, raw) ?? '';
  return title === '' || /\bplayer$/i.test(title)
    ? undefined
    : made('caption', [{ text: title, marks: noMarks }]);
}

function embedded(embed: string, caption: Block | undefined, { isTop }: Place): Block[] {
  if (isTop) return [{ ...made('embed', caption ? [caption] : []), attributes: { embed } }];
  const href = embedFacts(embed)!.page;
  const link = { text: caption ? textOfChildren(caption.children) : href, marks: [{ tag: 'a', href }] };
  return [made('paragraph', [link])];
}

function withImages(
  images: Block[],
  caption: Block | undefined,
  besides: BlockChild[],
  attributes: Block['attributes'],
  { isTop }: Place,
): BlockChild[] {
  const isOneText = !caption && besides.every((child) => isBlock(child) && child.type === 'paragraph');
  const ownCaption = caption ?? (isOneText ? captionOf(besides as Block[]) : undefined);
  const rest = isOneText ? [] : besides;
  const width = widthOf(attributes);
  const groups = isTop && images.length > 1 ? splitIntoGalleries(images) : images.map((image) => [image]);
  const figures = groups.map((group, at) => {
    const children = ownCaption && at === groups.length - 1 ? [...group, ownCaption] : group;
    return group.length > 1
      ? made('gallery', children)
      : { ...made('picture', children), attributes: width ? { width } : {} };
  });
  return [...figures, ...rest];
}

function widthOf({ class: names = '', 'data-width': width }: Block['attributes']): string | undefined {
  if (width === 'wide' || width === 'full') return width;
  return /(?:^|\s)(?:align|kg-width-)(wide|full)(?=\s|$)/.exec(names)?.[1];
}

function withCaption(besides: BlockChild[], caption: Block | undefined, { isTop }: Place): BlockChild[] {
  if (!caption) return besides;
  const [only] = besides.filter(isBlock);
  const isAlone = besides.length === 1 && only;
  if (isAlone && only.type === 'blockquote' && isTop) return [made('attributedQuote', [only, caption])];
  if (isAlone && only.type === 'table') {
    const [table, ...rest] = finishTable({
      ...only,
      children: [...only.children, { ...caption, type: 'tableCaption' }],
    });
    return [table!, ...rest];
  }
  const takes = isAlone && ['picture', 'gallery', 'embed'].includes(only.type);
  const [captions, others] = takes ? parted(only.children, 'caption') : [[], []];
  if (takes && captions.every(isTitle)) return [{ ...only, children: [...others, caption] }];
  return [...besides, paragraphOf(caption)];
}

function parted(
  children: readonly BlockChild[],
  type: Block['type'],
): [matching: Block[], others: BlockChild[]] {
  const isFound = (child: BlockChild): child is Block => isBlock(child) && child.type === type;
  return [children.filter(isFound), children.filter((child) => !isFound(child))];
}

function captionOf(captions: readonly Block[]): Block | undefined {
  const [first, ...others] = captions.filter(({ children }) => textOfChildren(children) !== '');
  if (!first) return undefined;
  const between: TextRun = { text: ' · ', marks: [] };
  const children = [...first.children, ...others.flatMap((one) => [between, ...one.children])];
  return { ...first, type: 'caption', children };
}

function isTitle({ children: [first] }: Block): boolean {
  return first !== undefined && !isBlock(first) && first.marks === noMarks;
}

function paragraphOf({ children, attributes }: Block): Block {
  return { type: 'paragraph', attributes, children };
}

function made(type: Block['type'], children: BlockChild[]): Block {
  return { type, attributes: {}, children };
}
