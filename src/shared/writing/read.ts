import { type Leftovers, recordRemoved } from './leftovers.ts';
import { findLink, isForeign, readAddress, schemeOf } from './links.ts';
import { openMarks } from './open-marks.ts';
import * as schema from './schema.ts';
import { type Attributes, tokenize } from './tokens.ts';
import { type Block, isBlank, isBlock, type Mark, type Run, TextTooLarge } from './tree.ts';

const { limits, blocks, root } = schema;

export interface ReadOptions {
  /** Embedded content becomes a link. Otherwise it is removed. */
  linkEmbeds?: boolean;
}

const embeds = new Set(['iframe', 'embed']);
const noMarks: readonly Mark[] = [];
const tooManyPieces = `Content has too many parts: it may have at most ${limits.pieces.toLocaleString('en')} paragraphs, lines and pieces of formatted text`;

/** Takes time proportional to the length. @throws {TextTooLarge} when the text has more than `limits.pieces` */
export function readHtml(
  html: string,
  { linkEmbeds = false }: ReadOptions = {},
): Leftovers & { text: Block } {
  const text: Block = { tag: root, children: [] };
  const path: Block[] = [text];
  const leftovers: Leftovers = { removed: new Map(), pictures: [] };
  const marks = openMarks();
  let pieces = 0;
  /** A box has begun or ended, so the words that follow are separate from those before. */
  let isApart = false;
  let isCellBefore = false;
  let isAfterBreakDropper = false;
  let skipping: { name: string; depth: number } | undefined;

  const top = () => path[path.length - 1] ?? text;
  const add = <Child extends Block | Run>(child: Child): Child => {
    pieces += 1;
    if (pieces > limits.pieces) throw new TextTooLarge(tooManyPieces);
    top().children.push(child);
    return child;
  };
  const cutPath = (length: number) => {
    if (path.length <= length) return;
    path.length = length;
    marks.cut(length);
  };
  /** The next block becomes a sibling of the words. */
  const endWords = () => {
    if (!blocks[top().tag]?.holds) cutPath(path.length - 1);
    isApart = true;
  };
  const openBlock = (tag: string) => {
    const block = add<Block>({ tag, children: [] });
    isApart = false;
    if (!blocks[tag]?.isEmpty) path.push(block);
  };
  /** Uses the nearest open block that may contain it. Returns false if there is none. */
  const openTag = (tag: string): boolean => {
    const { below = 0, parent } = blocks[tag] ?? {};
    for (let at = path.length - 1; at >= 0; at -= 1) {
      const { holds = [], item } = blocks[path[at]!.tag] ?? {};
      const isHeld = holds.includes(tag);
      if (!isHeld && !item) continue;
      const depth = at + (isHeld ? 1 : 2);
      if (depth + below > limits.depth) return false;
      cutPath(at + 1);
      if (!isHeld) openItem(item!);
      openBlock(tag);
      return true;
    }
    return parent !== undefined && openTag(parent) && openTag(tag);
  };
  const openItem = (item: string) => {
    const last = top().children.findLast(isBlock);
    if (last) path.push(last);
    else openBlock(item);
  };
  const addText = (raw: string) => {
    if (skipping) return;
    let words = readableText(raw);
    if (isAfterBreakDropper) words = words.replace(/^\n/, '');
    isAfterBreakDropper = false;
    if (words === '') return;
    const isSpace = isBlank(words);
    if (isSpace && isCellBefore) return;
    const { holds, item } = blocks[top().tag] ?? {};
    const isBetween = isSpace && holds !== undefined && (item !== undefined || isApart);
    if (!isBetween) prepareWords();
    const marksNow = marks.active();
    const before = top().children.at(-1);
    const isSame = before && !isBlock(before) && before.text !== undefined && before.marks === marksNow;
    if (isSame) before.text += words;
    else add<Run>({ text: words, marks: marksNow });
  };
  const prepareWords = () => {
    const { item, holds } = blocks[top().tag] ?? {};
    if (item) openItem(item);
    else if (isApart && holds) openTag('p');
    if (isCellBefore) add<Run>({ text: schema.betweenCells, marks: noMarks });
    isCellBefore = false;
  };
  const startMark = (tag: string, attributes: Attributes) => {
    const href = tag === 'a' ? linkOf(attributes) : undefined;
    if (tag === 'a') {
      marks.end('a', true);
      if (href === undefined) return;
    }
    marks.start({ tag, href }, path.length);
  };
  const linkOf = ({ href }: Attributes) => {
    if (href === undefined) return undefined;
    const link = findLink(href);
    if (link === undefined && schemeOf(readAddress(href))) recordRemoved(leftovers, 'link', {});
    return link;
  };
  const linkTo = (src: string) => {
    const address = readAddress(src);
    const href = address.startsWith('//') ? `https:${address}` : address;
    if (!isForeign(href) || /[\s<>"]/.test(href)) return;
    endWords();
    openTag('p');
    add<Run>({ text: href, marks: [{ tag: 'a', href }] });
    endWords();
  };

  const startElement = (name: string, attributes: Attributes) => {
    isAfterBreakDropper = false;
    if (skipping) {
      if (name === skipping.name && skipping.name !== 'option') skipping.depth += 1;
      return;
    }
    const tag = Object.hasOwn(schema.readAs, name) ? schema.readAs[name]! : name;
    if (schema.marks.has(tag)) return startMark(tag, attributes);
    if (tag === 'br') return addBreak();
    if (tag !== root && Object.hasOwn(blocks, tag)) {
      const isOpened = openTag(tag);
      if (!isOpened) endWords();
      isCellBefore = false;
      isAfterBreakDropper = isOpened && blocks[tag]?.dropsFirstBreak === true;
      return;
    }
    if (name === 'img' && attributes.src) {
      leftovers.pictures.push({ address: attributes.src, alt: attributes.alt ?? '' });
    }
    if (schema.boxes.has(name)) {
      endWords();
      isCellBefore = false;
    } else if (schema.cells.has(name)) {
      startCell();
    }
    const isNoticed =
      name === 'table' || !(schema.boxes.has(name) || schema.cells.has(name) || schema.unnoticed.has(name));
    if (isNoticed) recordRemoved(leftovers, name, attributes);
    if (linkEmbeds && embeds.has(name) && attributes.src) linkTo(attributes.src);
    if (schema.skipped.has(name)) skipping = { name, depth: 1 };
  };
  /** The cells of one row stay in one paragraph. */
  const startCell = () => {
    const holder = top();
    const isInLine = !blocks[holder.tag]?.holds && holder.children.length > 0;
    if (isInLine) isCellBefore = true;
    else endWords();
  };
  const addBreak = () => {
    if (blocks[top().tag]?.item) return;
    prepareWords();
    add<Run>({ marks: marks.active() });
  };
  const endElement = (name: string) => {
    isAfterBreakDropper = false;
    if (skipping) {
      const isEnd = name === skipping.name || schema.endsSkipped[skipping.name]?.includes(name) === true;
      if (isEnd) skipping.depth -= 1;
      if (skipping.depth === 0) skipping = undefined;
      return;
    }
    const tag = Object.hasOwn(schema.readAs, name) ? schema.readAs[name]! : name;
    if (schema.marks.has(tag)) return marks.end(tag);
    if (tag === 'br') return addBreak();
    if (schema.boxes.has(name)) {
      isCellBefore = false;
      return endWords();
    }
    if (!Object.hasOwn(blocks, tag)) return;
    const at = path.findLastIndex((block) => block.tag === tag);
    if (at > 0) cutPath(at);
    else if (tag === 'p') endWords();
  };
  tokenize(html, { addText, startElement, endElement });
  return { text, ...leftovers };
}

/** One kind of line break and no control characters, as every parser reads it back. */
function readableText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\f', ' ')
    .replaceAll(/[^\P{Cc}\t\n]|\ufeff/gu, '');
}
