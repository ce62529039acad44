import * as elements from './elements.ts';
import { findEmbedOfAddress } from './embeds.ts';
import { type RemovedContent, pictureSourceOf, recordRemoved } from './removed-content.ts';
import { toStoredLink, isExternal, cleanUrl } from './links.ts';
import {
  checkedValue,
  blocksEndedBy,
  codeLanguageOf,
  markTags,
  models,
  type ReadBlock,
  readBlockOf,
} from './model.ts';
import { createOpenMarks } from './open-marks.ts';
import { createOpenBlocks } from './open-blocks.ts';
import { createTextPlacer } from './text-placer.ts';
import { nodes } from './schema.ts';
import { type Attributes, tokenize } from './tokens.ts';
import type { Block, Run } from './tree.ts';

export interface ReadOptions {
  /** The ids of the library's pictures, by the addresses that the text uses for them. */
  pictures?: ReadonlyMap<string, number> | undefined;
}

/**
 * Converts HTML to a tree of blocks. The result also lists the content that was left out. The running time is
 * proportional to the length of the HTML.
 *
 * @throws {TextTooLarge} when the text has more than `limits.pieces` pieces
 */
export function readHtml(html: string, { pictures }: ReadOptions = {}): RemovedContent & { text: Block } {
  const leftovers: RemovedContent = { removed: new Map(), pictures: [] };
  const marks = createOpenMarks();
  const path = createOpenBlocks(marks.cut);
  const words = createTextPlacer(path, marks);
  const { top, model, add } = path;
  let skipping: { name: string; depth: number } | undefined;
  /** The number of open tables whose content becomes lines of text. */
  let flatTables = 0;
  let isHead = false;

  const note = (name: string, attributes: Attributes, example?: string) =>
    recordRemoved(leftovers, name, attributes, example);
  const isTable = () => flatTables === 0 && path.has('table');
  const addText = (raw: string) => {
    if (!skipping) words.addText(raw);
  };
  const startMark = (tag: string, attributes: Attributes) => {
    const href = tag === 'a' ? linkOf(attributes) : undefined;
    if (tag === 'a') {
      marks.end('a', true);
      if (href === undefined) return;
    }
    marks.start({ tag, href }, path.length());
  };
  const linkOf = ({ href }: Attributes) => {
    if (href === undefined) return undefined;
    const link = toStoredLink(href);
    if (link === undefined && cleanUrl(href)) note('link', {}, href);
    return link;
  };
  const addFrame = (name: string, attributes: Attributes) => {
    const src = cleanUrl(attributes.src ?? '');
    const href = src.startsWith('//') ? `https:${src}` : src;
    const embed = findEmbedOfAddress(href);
    if (!isExternal(href) || /[\s<>"]/.test(href)) return note(name, attributes);
    words.end();
    if (embed && words.place('figure', { 'data-embed': embed, title: attributes.title })) {
      path.cut(path.length() - 1);
      words.isApart = true;
      return;
    }
    note(name, attributes);
    words.place('paragraph');
    add<Run>({ text: href, marks: [{ tag: 'a', href }] });
    words.end();
  };
  const addImage = (attributes: Attributes) => {
    const known = attributes['data-media'];
    const address = pictureSourceOf(attributes);
    const media = known && checkedValue(nodes.image.attributes.media.check, known);
    const found = media ?? (address && pictures?.get(address)?.toString());
    const absent =
      attributes['data-absent'] &&
      checkedValue(nodes.image.attributes.absent.check, attributes['data-absent']);
    const figure = path.find('figure');
    if (elements.isClassSkipped(attributes)) return;
    const image = found ? { 'data-media': found } : absent ? { 'data-absent': absent } : undefined;
    if (image && words.place('image', { ...image, alt: attributes.alt })) {
      if (top() !== figure) path.cut(path.length() - 1);
      words.isApart = true;
      return;
    }
    const { alt = '' } = attributes;
    if (address) leftovers.pictures.push({ address, alt });
    note('img', address ? { src: address } : {}, [address, alt && `(${alt})`].filter(Boolean).join(' '));
  };
  const startSpecial = (name: string, attributes: Attributes): boolean => {
    if (name === 'br') words.addBreak();
    else if (name === 'img') addImage(attributes);
    else if (elements.embeds.has(name)) {
      addFrame(name, attributes);
      if (elements.skipped.has(name)) skipping = { name, depth: 1 };
    } else if (name === 'q') words.startQuotation();
    else if (elements.sections.has(name) && isTable()) {
      path.end(new Set(['tableRow', 'tableCaption']));
      isHead = name === 'thead';
    } else if (name === 'code' && model().isCode) {
      Object.assign(top().attributes, codeLanguageOf(attributes));
    } else return false;
    return true;
  };
  /** Opens a block for an element. Returns false if the block is not allowed here. */
  const startNode = (name: string, { type, attributes: own }: ReadBlock, attributes: Attributes): boolean => {
    if (type === 'table' && (flatTables > 0 || path.has('table') || !words.place('table', attributes))) {
      flatTables += 1;
      return false;
    }
    if (type === 'table') isHead = false;
    else {
      const isPart = type.startsWith('table');
      if (isPart && !isTable()) return false;
      const read = type === 'tableCell' && isHead ? 'tableHeader' : type;
      if (!words.place(read, { ...attributes, ...own })) return false;
    }
    words.isCellBefore = false;
    words.isAfterBreakDropper = models[type].isCode === true;
    if (models[type].isCode) Object.assign(top().attributes, codeLanguageOf(attributes));
    if (!blocksEndedBy(name)?.has(type)) path.opensWith(name);
    return true;
  };

  const startElement = (name: string, attributes: Attributes) => {
    words.isAfterBreakDropper = false;
    if (skipping) {
      if (name === skipping.name && skipping.name !== 'option') skipping.depth += 1;
      return;
    }
    if (startSpecial(name, attributes)) return;
    const isSource = name === 'cite' && top().type === 'blockquote';
    const mark = isSource ? undefined : markTags.get(name);
    if (mark) return startMark(mark, attributes);
    const read: ReadBlock | undefined = isSource ? { type: 'caption' } : readBlockOf(name, attributes);
    if (read && startNode(name, read, attributes)) return;
    if (elements.skipped.has(name) || elements.isClassSkipped(attributes)) skipping = { name, depth: 1 };
    else path.countOpener(name);
    if (elements.blockElements.has(name) || (read && !elements.cells.has(name))) {
      words.end();
      words.isCellBefore = false;
    } else if (elements.cells.has(name)) {
      words.startCell();
    }
    const isNoticed =
      name === 'table' || !(read || elements.blockElements.has(name) || elements.silentlyRemoved.has(name));
    if (isNoticed) note(name, attributes);
  };
  const endElement = (name: string) => {
    words.isAfterBreakDropper = false;
    if (skipping) {
      const isEnd =
        name === skipping.name || elements.endTagsOfSkipped[skipping.name]?.includes(name) === true;
      if (isEnd) skipping.depth -= 1;
      if (skipping.depth === 0) skipping = undefined;
      return;
    }
    if (name === 'q') return words.endQuotation();
    if (name === 'br') return words.addBreak();
    const ended = path.endOpener(name);
    if (ended) {
      words.isApart = true;
      return;
    }
    const mark = markTags.get(name);
    if (mark) return marks.end(mark);
    if (name === 'table' && flatTables > 0) flatTables -= 1;
    else if (elements.sections.has(name) && isTable()) isHead = false;
    else if (endNode(name)) return;
    if (elements.blockElements.has(name) || /^(?:p|h[1-6]|blockquote|pre)$/.test(name)) {
      words.isCellBefore = false;
      words.end();
    }
  };
  const endNode = (name: string): boolean => {
    const types = blocksEndedBy(name);
    const isPart = elements.cells.has(name) || name === 'tr' || name === 'caption';
    if (!types || (isPart && !isTable())) return false;
    const hasEnded = path.end(types);
    if (hasEnded && (name === 'table' || name === 'figcaption')) words.isApart = true;
    return hasEnded;
  };
  tokenize(html, { addText, startElement, endElement });
  return { text: path.root, ...leftovers };
}
